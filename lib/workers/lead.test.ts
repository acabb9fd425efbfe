import { setTimeout as delay } from 'node:timers/promises'
import { expect, onTestFinished, vi } from 'vitest'
import type { Context } from '@/lib/context'
import { listLedRoles } from '@/lib/db/leadership'
import { findSlowClock } from '@/lib/settlements/deployment/clock-fault'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { until } from '@/lib/testing/until'
import { electionLoop, type LedLoops } from './lead'
import { runLoop } from './loop'

/** A tenth of a worker's, to save waiting. */
const lookMs = 100
const networks = [1, 2, 3, 4, 5, 6]
const kinds = ['auction', 'indexer', 'market']
const rolesOf = (served: readonly number[]) => [
  'referrals',
  ...served.flatMap((network) => kinds.map((kind) => `${kind}/${network}`)),
]

type Clocks = Parameters<typeof findSlowClock>[2]

/** Workers whose roles only note who leads them; a second leader of a role is an error. */
function createCrew({ url }: TestDatabase, shared: Context, roles: readonly string[]) {
  const leaders = new Map<string, string>()
  const conflicts: string[] = []
  const partOf = (worker: string, role: string): LedLoops => ({
    role,
    ...(role === 'auction/1' && {
      findUnfitness: (ctx: Context, clocks: Clocks) => findSlowClock(ctx, 1, clocks),
    }),
    loops: () => {
      if (leaders.has(role)) conflicts.push(`${role}: ${leaders.get(role)} and ${worker}`)
      leaders.set(role, worker)
      const run = async (_: Context, signal: AbortSignal) => {
        await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
        // The end of a run takes time, in which nobody else may lead.
        await delay(50)
        if (leaders.get(role) === worker) leaders.delete(role)
        return 'done' as const
      }
      return [{ name: role, every: 0, run }]
    },
  })
  const start = (worker: string, ctx = shared, own = roles) => {
    const stopping = new AbortController()
    const loop = electionLoop(
      url,
      own.map((role) => partOf(worker, role)),
      { foreign: roles.filter((role) => !own.includes(role)), lookMs },
    )
    const ended = runLoop(ctx, loop, stopping.signal)
    const stop = async () => {
      stopping.abort()
      await ended
    }
    onTestFinished(stop)
    return stop
  }
  const countOf = (worker: string, kind = '') =>
    [...leaders].filter(([role, leader]) => leader === worker && role.startsWith(kind)).length
  return { start, countOf, leaders, conflicts }
}

test('roles are spread over workers, handed over to one that joins, and taken from one that stops or dies', async ({
  freshDatabase,
}) => {
  const ctx = createTestContext({ db: freshDatabase.db })
  const roles = rolesOf(networks)
  const crew = createCrew(freshDatabase, ctx, roles)
  const areAllLed = () => crew.leaders.size === roles.length
  const auctions = () => ['a', 'b', 'c'].map((worker) => crew.countOf(worker, 'auction'))
  crew.start('a')
  await until(areAllLed)
  expect(crew.countOf('a')).toBe(19)

  const stopB = crew.start('b')
  await until(() => areAllLed() && crew.countOf('b') === 9)
  crew.start('c')
  await until(() => areAllLed() && auctions().join() === '2,2,2')
  for (const kind of kinds) expect(crew.countOf('c', kind)).toBe(2)

  await stopB()
  expect(crew.countOf('b')).toBe(0)
  await until(areAllLed)
  expect(auctions()).toEqual([3, 0, 3])
  expect(crew.conflicts).toEqual([])

  // Its epoch, not the lock, fences off a leader that has not noticed the loss of its session yet.
  await freshDatabase.db.$queryRaw`
    SELECT pg_terminate_backend(max(pid)) FROM pg_locks WHERE locktype = 'advisory' AND classid = 2
      AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  await until(() => !areAllLed())
  await until(areAllLed)
})

test('workers with the keys of different networks lead their own auctions and keep their roles', async ({
  freshDatabase,
}) => {
  const { db } = freshDatabase
  const ctx = createTestContext({ db })
  const roles = rolesOf([1, 2, 3, 4])
  const crew = createCrew(freshDatabase, ctx, roles)
  const withKeysOf = (...keyed: number[]) =>
    roles.filter((role) => {
      const [kind, network] = role.split('/')
      return kind !== 'auction' || keyed.includes(Number(network))
    })
  crew.start('a', ctx, withKeysOf(2, 3))
  crew.start('b', ctx, withKeysOf(1, 2))
  // Nobody has the key of network 4.
  await until(() => crew.leaders.size === roles.length - 1)
  await delay(20 * lookMs)
  const epochs = () => db.leader.findMany({ orderBy: { role: 'asc' } })
  const before = await epochs()
  await delay(30 * lookMs)
  expect(await epochs()).toEqual(before)
  expect([crew.leaders.get('auction/3'), crew.leaders.get('auction/1')]).toEqual(['a', 'b'])
  expect(crew.countOf('a', 'indexer')).toBe(2)
  expect(crew.conflicts).toEqual([])
})

test('a standby of twenty networks holds one session and opens no other', async ({
  freshDatabase,
}) => {
  const ctx = createTestContext({ db: freshDatabase.db })
  const served = Array.from({ length: 20 }, (_, index) => index + 1)
  const roles = rolesOf(served)
  const crew = createCrew(freshDatabase, ctx, roles)
  const readSessions = async () => {
    const [row] = await freshDatabase.db.$queryRaw<{ opened: bigint; open: number }[]>`
      SELECT sessions AS opened, numbackends AS open FROM pg_stat_database
      WHERE datname = current_database()`
    return { opened: Number(row?.opened), open: Number(row?.open) }
  }
  const before = await readSessions()
  crew.start('a')
  await until(() => crew.leaders.size === roles.length)
  crew.start('b')
  await delay(50 * lookMs)
  const after = await readSessions()
  expect(after.open - before.open).toBe(2)
  expect(after.opened - before.opened).toBe(2)
})

test('a clock behind database and chain yields the auctions to a right one, and to no other that is wrong', async ({
  freshDatabase,
}) => {
  const { db } = freshDatabase
  const roles = rolesOf([1])
  const slow = createTestContext({ db, now: Date.now() - 600_000 })
  const warn = vi.spyOn(slow.log, 'warn')
  const crew = createCrew(freshDatabase, createTestContext({ db }), roles)
  const leader = () => crew.leaders.get('auction/1')
  const isCandidate = async () =>
    (await listLedRoles(db, ['auction/1'])).get('auction/1')?.isCandidate
  const settle = () => delay(20 * lookMs)
  const headAt = (ms: number) => {
    const timestamp = BigInt(Math.floor(ms / 1_000))
    const at = { chainId: 1, indexer: 'settlements', number: 1n }
    return db.indexedBlock.upsert({
      where: { chainId_indexer_number: at },
      create: { ...at, hash: `0x${'1'.repeat(64)}`, parentHash: `0x${'2'.repeat(64)}`, timestamp },
      update: { timestamp },
    })
  }
  // The chain agrees with the worker: the database is wrong.
  await headAt(slow.now())
  crew.start('slow', slow)
  await until(() => crew.leaders.size === roles.length)
  await settle()
  expect(await isCandidate()).toBe(true)

  // All workers that could lead are wrong: the leader stays.
  await headAt(Date.now())
  crew.start('slow too', slow)
  await until(async () => (await isCandidate()) === false)
  await settle()
  expect(leader()).toBe('slow')
  expect(warn).toHaveBeenCalledWith(
    {
      role: 'auction/1',
      reason: expect.stringMatching(/^its clock is \d+ s behind the database's/),
    },
    'another worker should lead',
  )
  expect(warn).toHaveBeenCalledTimes(2)

  const stopRight = crew.start('right')
  await until(() => leader() === 'right')
  await settle()
  expect(leader()).toBe('right')
  await stopRight()
  await until(() => leader() !== undefined)
  expect(await isCandidate()).toBe(false)

  // A chain ahead of all clocks is not the fault of a worker.
  slow.clock.set(Date.now())
  await headAt(Date.now() + 600_000)
  await until(async () => (await isCandidate()) === true)
  await settle()
  expect(await isCandidate()).toBe(true)
  expect(crew.conflicts).toEqual([])
})
