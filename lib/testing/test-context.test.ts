import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestContext } from './test-context'
import { createTestDatabase, type TestDatabase } from './test-database'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test('gives each file an empty, migrated database of its own', async () => {
  const other = await createTestDatabase()
  try {
    await database.db.bannedAccount.create({
      data: { address: `0x${'1'.repeat(40)}`, reason: 'test' },
    })
    expect(await database.db.bannedAccount.count()).toBe(1)
    expect(await other.db.bannedAccount.count()).toBe(0)
  } finally {
    await other.drop()
  }
})

test.each([
  'CREATE SCHEMA another',
  'CREATE TABLE another (id int)',
  'ALTER TABLE orders ADD COLUMN another int',
])('gives no file a database whose schema a test changed: %s', async (change) => {
  const changed = await createTestDatabase()
  await changed.db.$executeRawUnsafe(change)
  await changed.drop()
  const next = await createTestDatabase()
  try {
    await next.db.$executeRawUnsafe(change)
  } finally {
    await next.drop()
  }
})

test('reads a time back as written, whatever the time zone of the server', async () => {
  const expiration = new Date('2026-07-01T12:00:00.123Z')
  const digest = `0x${'2'.repeat(64)}`
  await database.db.affiliateSignature.create({
    data: {
      digest,
      walletAddress: `0x${'1'.repeat(40)}`,
      signedMessage: '0x',
      createdAt: expiration,
    },
  })
  const [row] = await database.db.$queryRaw<[{ seconds: number }]>`
    select extract(epoch from created_at)::float8 as seconds from affiliate_signatures`
  expect(row.seconds).toBe(expiration.getTime() / 1000)
})

test('follows the wall clock until the clock is set, then freezes', () => {
  const ctx = createTestContext({ db: database.db })
  expect(Math.abs(ctx.now() - Date.now())).toBeLessThan(1_000)
  ctx.clock.set(1_000)
  ctx.clock.advance(500)
  expect(ctx.now()).toBe(1_500)
})
