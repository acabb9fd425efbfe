import { once } from 'node:events'
import { expect, onTestFinished } from 'vitest'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { inTransaction } from './database'
import { assertLeader, listLedRoles, openElection } from './leadership'

let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

const open = async (...roles: string[]) => {
  const election = await openElection(database.url, roles)
  onTestFinished(election.end)
  await election.stand(roles)
  return election
}
const assert = (role: string, epoch = 0n) =>
  inTransaction(database.db, (tx) => assertLeader(tx, role, epoch))

test('lets one of two processes lead a role, and the other once the first releases it', async () => {
  const [first, second] = [await open('indexer/1', 'indexer/100'), await open('indexer/1')]
  const epoch = await first.take('indexer/1')
  expect(await second.take('indexer/1')).toBeUndefined()
  expect(await first.take('indexer/100')).toBe(1n)
  await first.release('indexer/1')
  expect(await second.take('indexer/1')).toBe((epoch ?? 0n) + 1n)
  expect(await listLedRoles(database.db, ['indexer/1', 'indexer/100', 'never led'])).toEqual(
    new Map([
      ['indexer/1', { isCandidate: true }],
      ['indexer/100', { isCandidate: true }],
    ]),
  )
})

test('shows every process who is a candidate and who leads', async () => {
  const [first, second] = [await open('expiry/1', 'expiry/100'), await open('expiry/100')]
  await first.take('expiry/1')
  await second.take('expiry/100')
  const read = async () => {
    const { standings } = await first.read()
    return new Map(standings.map(({ role, candidates, leader }) => [role, [leader, candidates]]))
  }
  const both = expect.arrayContaining([first.self, second.self])
  expect(await read()).toEqual(
    new Map([
      ['expiry/1', [first.self, [first.self]]],
      ['expiry/100', [second.self, both]],
    ]),
  )
  await second.withdraw(['expiry/100'])
  expect(await listLedRoles(database.db, ['expiry/100'])).toEqual(
    new Map([['expiry/100', { isCandidate: false }]]),
  )
  expect((await read()).get('expiry/100')).toEqual([second.self, [first.self]])
  await second.stand(['expiry/100'])
  expect((await read()).get('expiry/100')).toEqual([second.self, both])
  await second.end()
  await expect.poll(async () => (await read()).get('expiry/100')).toEqual([undefined, [first.self]])
})

test('rejects the older epoch as soon as another process leads', async () => {
  const [first, second] = [await open('auction/1'), await open('auction/1')]
  const older = await first.take('auction/1')
  await assert('auction/1', older)
  await first.release('auction/1')
  const newer = await second.take('auction/1')
  await expect(assert('auction/1', older)).rejects.toMatchObject({ code: 'Conflict' })
  await assert('auction/1', newer)
  await expect(assert('never led', 1n)).rejects.toMatchObject({ code: 'Conflict' })
})

test('leaves a role free while its former leader is still writing, and keeps its other roles', async () => {
  const [first, second] = [await open('market/1'), await open('market/1', 'market/100')]
  const epoch = (await first.take('market/1')) ?? 0n
  await second.take('market/100')
  await database.db.$transaction(
    async (tx) => {
      await assertLeader(tx, 'market/1', epoch)
      await first.end()
      await expect
        .poll(
          async () =>
            (await second.read()).standings.find(({ role }) => role === 'market/1')?.leader,
        )
        .toBeUndefined()
      expect(await second.take('market/1')).toBeUndefined()
    },
    { timeout: 15_000 },
  )
  expect(second.lost.aborted).toBe(false)
  expect(await second.take('market/1')).toBe(epoch + 1n)
})

test('signals a leader whose session ends and frees its roles', async () => {
  const [first, second] = [await open('books/1'), await open('books/1')]
  const epoch = (await first.take('books/1')) ?? 0n
  const lost = once(first.lost, 'abort')
  await database.db.$queryRaw`SELECT pg_terminate_backend(${first.self}::int)`
  await lost
  expect(await second.take('books/1')).toBe(epoch + 1n)
})

test('elects exactly one of ten concurrent candidates', async () => {
  const candidates = await Promise.all(Array.from({ length: 10 }, () => open('many')))
  const taken = await Promise.all(candidates.map(({ take }) => take('many')))
  expect(taken.filter(Boolean)).toHaveLength(1)
})

test('throws when the database does not answer', async () => {
  await expect(openElection('postgresql://127.0.0.1:1/none', ['x'])).rejects.toThrow()
})
