import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { inject } from 'vitest'
import { type Database, openDatabase } from '@/lib/db/database'

/** What the global set-up hands to the tests. */
export type TestServer = {
  /** A database of the server in which others may be created. */
  readonly url: string
  /** The name of the migrated database that others are copied from. */
  readonly template: string
}

/** An empty, migrated database of one test file's own. */
export type TestDatabase = {
  readonly url: string
  readonly db: Database
  /** Ends its connections and removes it. */
  readonly drop: () => Promise<void>
}

/**
 * Makes an empty, migrated database (some 50 ms). Call it in `beforeAll`, or per test where tests must
 * not see each other's rows, and `drop` it afterwards.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { url: serverUrl, template } = inject('testServer')
  const name = `coincide_test_${randomBytes(8).toString('hex')}`
  await run(serverUrl, `CREATE DATABASE ${name} TEMPLATE ${template}`)
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  const db = openDatabase({ url: url.href, connections: 5 })
  const drop = async () => {
    await db.$disconnect()
    await run(serverUrl, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`)
  }
  return { url: url.href, db, drop }
}

/** Copying is refused while another copy is under way, so it is tried again for a while. */
async function run(url: string, sql: string): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    const client = new Client({ connectionString: url })
    try {
      await client.connect()
      await client.query(sql)
      return
    } catch (error) {
      const isBusy = (error as { code?: unknown }).code === '55006'
      if (!isBusy || attempt === 100) throw error
      await new Promise((resolve) => setTimeout(resolve, 50))
    } finally {
      await client.end()
    }
  }
}
