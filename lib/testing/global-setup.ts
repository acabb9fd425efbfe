import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import type { TestProject } from 'vitest/node'
import { migrate } from '@/lib/db/migrate'
import { applyRoles } from '@/lib/db/roles'
import { startPostgres } from '@/lib/devnet/processes/embedded-postgres'
import { testRoles } from './database-roles'
import type { TestServer } from './test-database'

declare module 'vitest' {
  export interface ProvidedContext {
    testServer: TestServer
  }
}

/**
 * Runs once before the tests: opens a PostgreSQL server (`TEST_DATABASE_URL`, or an embedded one in its own
 * directory) and migrates one template database, which each test file copies.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await openServer()
  const template = `coincide_template_${randomBytes(6).toString('hex')}`
  await run(server.url, `CREATE DATABASE ${template}`)
  const url = new URL(server.url)
  url.pathname = `/${template}`
  await migrate(url.href)
  await applyRoles(url.href, testRoles)
  project.provide('testServer', { url: server.url, template })
  return async () => {
    if (process.env.TEST_DATABASE_URL) await dropAll(server.url, template)
    await server.close()
  }
}

/** Drops the template and all of its copies. */
async function dropAll(url: string, template: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  const ours = `SELECT datname FROM pg_database WHERE starts_with(datname, $1)`
  const { rows } = await client.query<{ datname: string }>(ours, [template])
  for (const { datname } of rows) await client.query(`DROP DATABASE ${datname} WITH (FORCE)`)
  await client.end()
}

async function openServer(): Promise<{ url: string; close: () => Promise<void> }> {
  const url = process.env.TEST_DATABASE_URL
  if (url) return { url, close: async () => {} }
  const directory = await mkdtemp(join(tmpdir(), 'coincide-test-'))
  const server = await startPostgres({
    dataDir: join(directory, 'postgres'),
    logFile: join(directory, 'postgres.log'),
    settings: [
      ...['fsync=off', 'synchronous_commit=off', 'full_page_writes=off'],
      // Some test files run several workers and web processes, each with its own connections.
      'max_connections=400',
    ],
  })
  const close = async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
  return { url: server.url('postgres'), close }
}

async function run(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url })
  await client.connect()
  await client.query(sql).finally(() => client.end())
}
