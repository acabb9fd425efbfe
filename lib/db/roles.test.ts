import { readFileSync } from 'node:fs'
import { build } from 'esbuild'
import { Client } from 'pg'
import { afterAll, describe, expect } from 'vitest'
import { openDatabase } from '@/lib/db/database'
import { urlAs } from '@/lib/testing/database-roles'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import { applyRoles, mayWriteSettlements, readLogin, roleGrants, type ServiceRole } from './roles'

const entryPoints: Readonly<Record<ServiceRole, readonly string[]>> = {
  web: ['lib/http/server/main.ts', 'lib/http/server/pricing-thread.ts'],
  worker: ['lib/workers/main.ts'],
  operator: ['scripts/operator.ts'],
}

const schema = readFileSync('prisma/schema.prisma', 'utf8')
const tables = new Map(
  [...schema.matchAll(/^model (\w+) \{([\s\S]*?)^\}/gm)].map(([, model = '', body = '']) => {
    const name = model.charAt(0).toLowerCase() + model.slice(1)
    return [name, /@@map\("(\w+)"\)/.exec(body)?.[1] ?? name] as const
  }),
)

const names = new Set(tables.values())

/** The privileges that a Prisma call, or the start of an SQL statement, needs. */
const needs: Readonly<Record<string, readonly string[]>> = {
  create: ['INSERT'],
  createMany: ['INSERT'],
  createManyAndReturn: ['INSERT'],
  update: ['UPDATE'],
  updateMany: ['UPDATE'],
  updateManyAndReturn: ['UPDATE'],
  upsert: ['INSERT', 'UPDATE'],
  delete: ['DELETE'],
  deleteMany: ['DELETE'],
  'insert into': ['INSERT'],
  'delete from': ['DELETE'],
}

/** The privileges by table that the code of a role's processes needs. */
async function neededBy(role: ServiceRole): Promise<Map<string, Set<string>>> {
  const needed = new Map<string, Set<string>>()
  const need = (table: string | undefined, use: string) => {
    if (table === undefined) return
    const privileges = needed.get(table) ?? new Set()
    for (const privilege of needs[use] ?? needs[use.toLowerCase()] ?? [use.toUpperCase()])
      privileges.add(privilege)
    needed.set(table, privileges)
  }
  const { outputFiles } = await build({
    entryPoints: [...entryPoints[role]],
    ...{ bundle: true, platform: 'node', format: 'esm', packages: 'external' },
    ...{ write: false, outdir: 'none', logLevel: 'silent' },
  })
  for (const { text } of outputFiles ?? []) {
    for (const [, delegate = '', use = ''] of text.matchAll(/\.(\w+)\.(\w+)\(/g)) {
      if (use in needs) need(tables.get(delegate), use)
    }
    for (const [, use = '', table = ''] of text.matchAll(
      /(insert into|update|delete from) "?(\w+)/gi,
    )) {
      if (names.has(table)) need(table, use)
    }
    // A lock on rows needs the right to update them.
    for (const statement of text.split('`')) {
      if (!/FOR (?:NO KEY UPDATE|UPDATE|KEY SHARE|SHARE)/.test(statement)) continue
      for (const [, table = ''] of statement.matchAll(/(?:FROM|JOIN) "?(\w+)/g)) {
        if (names.has(table)) need(table, 'update')
      }
    }
  }
  return needed
}

describe.each(['web', 'worker', 'operator'] as const)('the grants of the role %s', (role) => {
  test('cover what its processes write, and no other table', async () => {
    const needed = await neededBy(role)
    const grants = roleGrants[role]
    expect(Object.keys(grants).sort()).toEqual([...needed.keys()].sort())
    for (const [table, privileges] of needed) {
      expect([...(grants[table] ?? [])], table).toEqual(expect.arrayContaining([...privileges]))
    }
  })
})

describe('the role of the web process', () => {
  const clients: Client[] = []
  let database: TestDatabase
  let url: string
  let web: Client

  test.beforeAll(async ({ database: empty }) => {
    database = empty
    const login = { name: 'coincide_another_web', password: 'a password: it’s one' }
    await applyRoles(database.url, { web: login })
    // Again, as after a migration.
    await applyRoles(database.url, { web: login })
    const address = new URL(database.url)
    address.username = login.name
    address.password = encodeURIComponent(login.password)
    url = address.href
    web = new Client({ connectionString: url })
    await web.connect()
    clients.push(web)
    await insertOrder(database.db, testOrder())
  })
  afterAll(() => Promise.all(clients.map((client) => client.end())))

  test.for([
    "INSERT INTO settlement_transactions (tx_hash) VALUES ('0x00')",
    "UPDATE settlement_transactions SET raw_transaction = '0x00'",
    'DELETE FROM settlement_transactions',
    'DELETE FROM settling_stops',
    'INSERT INTO solutions DEFAULT VALUES',
    'INSERT INTO auctions DEFAULT VALUES',
    'UPDATE leaders SET epoch = 0',
    'DELETE FROM indexed_blocks',
    'DELETE FROM trades',
    'UPDATE trades SET sell_amount = 0',
    "UPDATE orders SET signature = '0x'",
    'UPDATE orders SET sell_amount = 1',
    'DELETE FROM orders',
    'DELETE FROM denied_tokens',
    'DELETE FROM banned_accounts',
    'DELETE FROM operator_actions',
    'DELETE FROM _prisma_migrations',
    'CREATE TABLE mine (id int)',
    'DROP TABLE orders',
    'ALTER TABLE orders DISABLE TRIGGER ALL',
    'CREATE ROLE another',
  ])('may not %s', async (sql) => {
    await expect(web.query(sql)).rejects.toThrow(/permission denied|must be owner/)
  })

  const record = (action: string) =>
    web.query(
      `INSERT INTO operator_actions (at, operator, action, target, reason, details)
      VALUES (now(), 'cms', $1, 'base', '', '{}') RETURNING id`,
      [action],
    )

  test.for(['resume-settling', 'stop-settling', 'ban'])('may not record %s', async (action) => {
    await expect(record(action)).rejects.toThrow(/row-level security/)
  })

  test.for([
    ...['publish-announcement', 'withdraw-announcement'],
    ...['enable-code', 'disable-code', 'free-code'],
  ])('may record %s', async (action) => {
    expect((await record(action)).rowCount).toBe(1)
  })

  test('is restricted alone: a role that was set up before records as granted', async () => {
    const client = new Client({ connectionString: urlAs(database.url, 'operator') })
    await client.connect()
    clients.push(client)
    const { rowCount } = await client.query(
      `INSERT INTO operator_actions (at, operator, action, target, reason, details)
      VALUES (now(), 'a', 'resume-settling', 'base', '', '{}') RETURNING id`,
    )
    expect(rowCount).toBe(1)
  })

  test('may cancel an order, read every table and add jobs', async () => {
    await web.query("UPDATE orders SET status = 'cancelled', cancelled_at = now()")
    for (const table of tables.values()) await web.query(`SELECT * FROM ${table} LIMIT 1`)
    await web.query("SELECT graphile_worker.add_job('deliver', '{}')")
    const { rows } = await web.query('SELECT count(*)::int AS count FROM graphile_worker.jobs')
    expect(rows).toEqual([{ count: 1 }])
  })

  test('is distinguished from one that may write settlements', async () => {
    const db = openDatabase({ url, connections: 1 })
    expect(await mayWriteSettlements(db)).toBe(false)
    await db.$disconnect()
    expect(await mayWriteSettlements(database.db)).toBe(true)
  })
})

test.for(['postgresql://127.0.0.1/coincide', 'postgresql://web@127.0.0.1/coincide'])(
  'a URL without user and password names no role: %s',
  (url) => {
    expect(() => readLogin(url)).toThrow(RangeError)
  },
)
