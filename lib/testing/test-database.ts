import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Pool } from 'pg'
import { inject } from 'vitest'
import type { Database } from '@/lib/db/database'
import { openTestDatabase } from './test-context'
import { emptyDatabase, keepUsedDatabase, rememberSchema, takeUsedDatabase } from './used-databases'

/** The values that the global setup provides to the tests. */
export type TestServer = {
  /** A database of the server in which others may be created. */
  readonly url: string
  /** The name of the migrated template database. */
  readonly template: string
}

/** An empty, migrated database for one test file. */
export type TestDatabase = {
  readonly url: string
  readonly db: Database
  /** Ends all its connections and releases it; its `url` does not work for the next user. */
  readonly drop: () => Promise<void>
}

/**
 * Creates an empty, migrated database. Call it in `beforeAll`, or per test where tests must not see each other's
 * rows, and `drop` it afterwards. Reuses a dropped database after emptying it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { name, client } = (await reuseDatabase()) ?? (await copyTemplate())
  // A client kept after the drop must not reach the database of the next test.
  const { proxy: db, revoke } = Proxy.revocable(client, {})
  const drop = async () => {
    revoke()
    await manage(endConnections(name))
    await keepClient(client)
    keepUsedDatabase(name)
  }
  return { url: urlOf(name), db, drop }
}

type Opened = { readonly name: string; readonly client: Database }

async function reuseDatabase(): Promise<Opened | undefined> {
  const used = takeUsedDatabase()
  if (used === undefined) return undefined
  const name = newName()
  // Clients of the old name cannot reconnect.
  await manage(`${endConnections(used)}; ALTER DATABASE ${used} RENAME TO ${name}`)
  const client = takeClient(urlOf(name))
  // By the connection that the test uses after it.
  if (await emptyDatabase(poolOf(client))) return { name, client }
  await manage(`DROP DATABASE ${name} WITH (FORCE)`)
  await keepClient(client)
  return undefined
}

async function copyTemplate(): Promise<Opened> {
  const name = newName()
  await manage(`CREATE DATABASE ${name} TEMPLATE ${inject('testServer').template}`)
  const client = takeClient(urlOf(name))
  await rememberSchema(poolOf(client))
  return { name, client }
}

function endConnections(name: string): string {
  return `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`
}

function newName(): string {
  return `${inject('testServer').template}_${randomBytes(8).toString('hex')}`
}

function urlOf(name: string): string {
  const url = new URL(inject('testServer').url)
  url.pathname = `/${name}`
  return url.href
}

let adminPool: Pool | undefined

/** Creates, renames or drops a database. PostgreSQL refuses to copy or rename one in use, so retries every 50 ms. */
async function manage(sql: string): Promise<void> {
  adminPool ??= new Pool({
    connectionString: inject('testServer').url,
    max: 1,
    allowExitOnIdle: true,
  }).on('error', () => {})
  for (let attempt = 1; ; attempt++) {
    try {
      await adminPool.query(sql)
      return
    } catch (error) {
      const isBusy = (error as { code?: unknown }).code === '55006'
      if (!isBusy || attempt === 100) throw error
      await delay(50)
    }
  }
}

// A new client needs 0.1 s of CPU time to load its schema and compile its first queries.

const free: Database[] = []

/** Returns a client of a database: a free one, or a new one. */
function takeClient(url: string): Database {
  const known = free.pop()
  if (!known) return openTestDatabase(url)
  poolOf(known).options.connectionString = url
  return known
}

/** Keeps a client once the server has ended its connections; closes it if that takes more than a second. */
async function keepClient(client: Database): Promise<void> {
  const pool = poolOf(client)
  for (let turn = 0; pool.totalCount > 0 && turn < 200; turn++) await delay(5)
  if (pool.totalCount > 0) await client.$disconnect()
  else free.push(client)
}

function poolOf(client: Database): Pool {
  return (client as unknown as { [key: symbol]: Pool })[Symbol.for('coincide.pool')] as Pool
}
