import { once } from 'node:events'
import { expect } from 'vitest'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { inTransaction } from './database'
import { acquireLeadership, assertLeader } from './leadership'

let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

const take = async (role: string) => {
  const leadership = await acquireLeadership(database.url, role)
  if (!leadership) throw new Error(`${role} is led already`)
  return leadership
}
const assert = (role: string, epoch: bigint) =>
  inTransaction(database.db, (tx) => assertLeader(tx, role, epoch))

test('lets one of two processes lead a role, and the other once the first releases it', async () => {
  const first = await take('indexer/1')
  expect(await acquireLeadership(database.url, 'indexer/1')).toBeUndefined()
  const other = await take('indexer/100')
  await first.release()
  const second = await take('indexer/1')
  expect(second.epoch).toBe(first.epoch + 1n)
  await second.release()
  await other.release()
})

test('rejects the older epoch as soon as another process leads', async () => {
  const first = await take('auction/1')
  await assert('auction/1', first.epoch)
  await first.release()
  const second = await take('auction/1')
  await expect(assert('auction/1', first.epoch)).rejects.toMatchObject({ code: 'Conflict' })
  await assert('auction/1', second.epoch)
  await expect(assert('never led', 1n)).rejects.toMatchObject({ code: 'Conflict' })
  await second.release()
})

test('signals a leader whose session ends and frees the role', async () => {
  const first = await take('expiry/1')
  const lost = once(first.lost, 'abort')
  await database.db.$queryRaw`
    SELECT pg_terminate_backend(pid) FROM pg_locks
    WHERE locktype = 'advisory' AND classid = 2 AND pid <> pg_backend_pid()
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  await lost
  const second = await take('expiry/1')
  expect(second.epoch).toBe(first.epoch + 1n)
  await second.release()
  await first.release()
})

test('elects exactly one of ten concurrent candidates', async () => {
  const taken = await Promise.all(
    Array.from({ length: 10 }, () => acquireLeadership(database.url, 'many')),
  )
  expect(taken.filter(Boolean)).toHaveLength(1)
  await Promise.all(taken.map((leadership) => leadership?.release()))
})

test('throws when the database does not answer', async () => {
  await expect(acquireLeadership('postgresql://127.0.0.1:1/none', 'x')).rejects.toThrow()
})
