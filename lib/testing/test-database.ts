import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { Client, type Pool } from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '@/lib/db/database'
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
  /** Ends all its connections and releases it; its `url` no longer works. */
  readonly drop: () => Promise<void>
}

/**
 * Creates an empty, migrated database. Call it in `beforeAll`, or per test where tests must not see each other's
 * rows, and `drop` it afterwards. Reuses a dropped database after emptying it.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const name = (await reuseDatabase()) ?? (await copyTemplate())
  const url = urlOf(name)
  const client = takeClient(url)
  // A client kept after the drop must not reach the database of the next test.
  const { proxy: db, revoke } = Proxy.revocable(client, {})
  const drop = async () => {
    revoke()
    keepUsedDatabase(await closeDatabase(name))
    await keepClient(client)
  }
  return { url, db, drop }
}

async function reuseDatabase(): Promise<string | undefined> {
  const name = takeUsedDatabase()
  if (name === undefined) return undefined
  if (await connected(urlOf(name), emptyDatabase)) return name
  const { url } = inject('testServer')
  await connected(url, (client) => client.query(`DROP DATABASE ${name} WITH (FORCE)`))
  return undefined
}

async function copyTemplate(): Promise<string> {
  const { url, template } = inject('testServer')
  const name = newName()
  await whenFree(url, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  await connected(urlOf(name), rememberSchema)
  return name
}

/** Ends all connections and renames the database, so that clients of the old name cannot reconnect. */
async function closeDatabase(name: string): Promise<string> {
  const { url } = inject('testServer')
  const renamed = newName()
  const end = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${name}'`
  await whenFree(url, `${end}; ALTER DATABASE ${name} RENAME TO ${renamed}`)
  return renamed
}

function newName(): string {
  return `${inject('testServer').template}_${randomBytes(8).toString('hex')}`
}

function urlOf(name: string): string {
  const url = new URL(inject('testServer').url)
  url.pathname = `/${name}`
  return url.href
}

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url })
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end()
  }
}

/** PostgreSQL refuses to copy or rename a database in use, so retries every 50 ms. */
async function whenFree(url: string, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await connected(url, (client) => client.query(sql))
      return
    } catch (error) {
      const isBusy = (error as { code?: unknown }).code === '55006'
      if (!isBusy || attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
  }
}

// A new client needs 0.1 s of CPU time to load its schema and compile its first queries.

const free: Database[] = []

/** Returns a client of a database: a free one, or a new one. */
function takeClient(url: string): Database {
  const known = free.pop()
  // A process busy with other tests takes longer to connect than a service may.
  if (!known) return openDatabase({ url, connections: 5, connectMs: 60_000 })
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
