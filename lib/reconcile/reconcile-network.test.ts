import { beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import {
  openReconcileFixture,
  type ReconcileFixture,
} from '@/lib/testing/reconcile/reconcile-fixture'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { measureState } from '@/lib/workers/measure-state'
import { checkDaily, watchNetwork } from './reconcile-network'
import { listIncidents, listStatuses } from './status-store'
import { listLastChecks, listOpenViolations } from './violation-store'

let fixture: ReconcileFixture
let ctx: Context

test.beforeAll(async ({ solver }) => {
  fixture = await openReconcileFixture(solver)
  ctx = fixture.ctx
})
beforeEach(() => fixture.restore())

const leadership = { chainId: 1, epoch: 1n }
const run = { signal: new AbortController().signal, confirmMs: 0 }
const since = new Date(0)

test('a sample opens a violation and an incident, and a later one ends them', async () => {
  await watchNetwork(ctx, leadership, run)
  expect(await listOpenViolations(ctx.db, 1)).toEqual([])
  await ctx.db.$executeRaw`UPDATE presignatures SET signed = NOT signed`
  await watchNetwork(ctx, leadership, run)
  // The figures were measured before the check found it.
  await watchNetwork(ctx, leadership, run)
  expect(await listOpenViolations(ctx.db, 1)).toMatchObject([{ invariant: 19 }])
  const incidents = () => listIncidents(ctx.db, { since, limit: 10 })
  expect(await incidents()).toMatchObject([{ chainId: 1, kind: 'data', endedAt: undefined }])
  await ctx.db.$executeRaw`UPDATE presignatures SET signed = NOT signed`
  await watchNetwork(ctx, leadership, run)
  await watchNetwork(ctx, leadership, run)
  expect(await listOpenViolations(ctx.db, 1)).toEqual([])
  expect(await incidents()).toMatchObject([{ kind: 'data', endedAt: expect.any(Date) }])
})

test('tells Prometheus how many violations are open, and how old the checks are', async () => {
  await ctx.db.$executeRaw`UPDATE settlement_transactions SET epoch = 5`
  await watchNetwork(ctx, leadership, run)
  await measureState(ctx)
  const text = await ctx.metrics.registry.metrics()
  expect(text).toMatch(/^coincide_invariant_violations\{chain="1",invariant="18"\} [1-9]/m)
  expect(text).toMatch(/^coincide_invariant_violations\{chain="1",invariant="3"\} 0$/m)
  expect(text).toMatch(/^coincide_invariant_check_age_seconds\{chain="1",scope="sample"\} [0-9]/m)
  // Two settlements, and no delivery.
  const checks = await ctx.db.invariantCheck.findMany({ where: { scope: 'sample' } })
  const items = new Map(checks.map((check) => [check.invariant, check.items]))
  expect([items.get(8), items.get(17), items.get(18)]).toEqual([2, 0, 2])
})

test('measures the figures of a network', async () => {
  await watchNetwork(ctx, leadership, run)
  expect(await listStatuses(ctx.db)).toMatchObject([
    {
      chainId: 1,
      settlements: 2,
      trades: 2,
      head: expect.any(BigInt),
      indexed: expect.any(BigInt),
    },
  ])
})

test('a node that is down is an incident, and leaves what was found as it is', async () => {
  const environment = { SOLVER_PRIVATE_KEY: ctx.config.solverKeys.get(1) ?? '' }
  const rpcUrls = new Map([[1, 'http://127.0.0.1:1']])
  const down = createTestContext({ db: ctx.db, rpcUrls, environment })
  await ctx.db.$executeRaw`DELETE FROM presignatures`
  await watchNetwork(ctx, leadership, run)
  const { items, problems } = await watchNetwork(down, leadership, run)
  expect(problems.length).toBeGreaterThan(0)
  expect(items.has(19)).toBe(false)
  expect(items.has(18)).toBe(true)
  expect(await listOpenViolations(ctx.db, 1)).toMatchObject([{ invariant: 19 }])
  const open = (await listIncidents(ctx.db, { since, limit: 10 })).map(({ kind }) => kind)
  expect(open).toContain('node')
})

test('missing rounds are an incident, also by a worker without the solver key', async () => {
  const rpcUrls = new Map([[1, [ctx.config.rpcUrls.get(1) ?? []].flat().join()]])
  const keyless = createTestContext({ db: ctx.db, rpcUrls, now: Date.now() + 600_000 })
  const kinds = async () =>
    (await listIncidents(ctx.db, { since, limit: 10 })).map((one) => one.kind)
  await watchNetwork(ctx, leadership, run)
  expect(await kinds()).not.toContain('rounds')
  await watchNetwork(keyless, leadership, run)
  expect(await kinds()).toContain('rounds')
})

test('checks everything once a day', async () => {
  const later = (hours: number) => ({ ...ctx, now: () => Date.now() + hours * 3_600_000 })
  expect(await checkDaily(ctx, leadership, run)).toBeUndefined()
  await watchNetwork(ctx, leadership, run)
  expect((await checkDaily(ctx, leadership, run))?.problems).toEqual([])
  const complete = (await listLastChecks(ctx.db, 1)).filter(({ scope }) => scope === 'complete')
  expect(complete).toHaveLength(18)
  expect(await checkDaily(later(23), leadership, run)).toBeUndefined()
  expect(await checkDaily(later(25), leadership, run)).toBeDefined()
})

test('an index that catches up after the start breaks no invariant, one that stands still does', async () => {
  const { db } = ctx
  const environment = { SOLVER_PRIVATE_KEY: ctx.config.solverKeys.get(1) ?? '' }
  const rpcUrls = new Map([[1, [ctx.config.rpcUrls.get(1) ?? []].flat().join()]])
  const started = createTestContext({ db, rpcUrls, environment })
  const look = async () => (await watchNetwork(started, leadership, run)).findings
  await db.indexedBlock.updateMany({ data: { timestamp: 1n } })
  const headers = await db.indexedBlock.findMany({ orderBy: { number: 'desc' } })
  const { number: tip = 0n } = headers[0] ?? {}
  const indexTo = (number: bigint) =>
    db.indexedBlock.createMany({
      data: headers.filter((header) => header.number <= number),
      skipDuplicates: true,
    })
  await db.indexedBlock.deleteMany({ where: { number: { gt: tip - 6n } } })
  expect(await look()).toEqual([])
  await indexTo(tip - 5n)
  expect(await look()).toEqual([])
  expect(await look()).toMatchObject([{ invariant: 16, subject: 'lag' }])
  // Once it was at the head, it may not be behind.
  await indexTo(tip)
  expect(await look()).toEqual([])
  await db.indexedBlock.deleteMany({ where: { number: { gt: tip - 4n } } })
  expect(await look()).toMatchObject([{ invariant: 16, subject: 'lag' }])
})

test('a former leader saves nothing', async () => {
  await expect(watchNetwork(ctx, { chainId: 1, epoch: 0n }, run)).rejects.toMatchObject({
    code: 'Conflict',
  })
})
