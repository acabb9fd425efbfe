import { parseTransaction } from 'viem'
import { afterEach, beforeEach, describe, expect, vi } from 'vitest'
import { getCompetition } from '@/lib/auctions/competition/get-competition'
import type { Context } from '@/lib/context'
import { listAccountProblems, saveRelayProblem } from '@/lib/settlements/books/solver-account-store'
import { openPrivateStage, type PrivateStage } from '@/lib/testing/auctions/private-stage'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { until } from '@/lib/testing/until'

let fixture: SolverFixture
let stage: PrivateStage
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
})
beforeEach(async () => {
  stage = await openPrivateStage(fixture)
  ctx = stage.openWorker()
})
afterEach(async () => {
  // Nothing of a private settlement reaches the public node, unless a test says so.
  expect(stage.publicBytes()).toEqual([])
  await stage.close()
})

describe('a private settlement', () => {
  test('is mined by the relay, and stays secret until then', async () => {
    const order = await stage.place(1)
    const round = stage.settle(ctx)
    await stage.untilKept()
    const pool = (await fixture.rpc('txpool_content', [])) as { pending: object; queued: object }
    expect([pool.pending, pool.queued]).toEqual([{}, {}])
    const latest = () => getCompetition(ctx, { chainId: 1, latest: true })
    const { auctionId } = await ctx.db.solution.findFirstOrThrow({
      where: { transaction: { state: 'prepared' } },
    })
    const published = await latest().catch(() => undefined)
    expect(published?.auctionId).not.toBe(auctionId)
    expect(await stage.relay.mine()).toBe(1)
    expect((await round).state).toBe('mined')
    expect(await fixture.filled(order)).toBe(order.sellAmount)
    expect((await latest()).auctionId).toBe(auctionId)
    expect(stage.relay.received).toHaveLength(1)
  })

  test('is cancelled at the relay after PRIVATE_BLOCKS, and its order is auctioned again', async () => {
    ctx = stage.openWorker({ PRIVATE_BLOCKS: '3' })
    const order = await stage.place(3)
    const round = stage.settle(ctx)
    await stage.untilKept()
    expect((await stage.mineUntil(round)).state).toBe('pending')
    const { id } = await stage.newest()
    const next = stage.settle(ctx)
    while (
      (await ctx.db.settlementTransaction.findUniqueOrThrow({ where: { id } })).state === 'prepared'
    ) {
      await fixture.rpc('evm_mine', [])
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    expect(stage.relay.cancelled()).toBe(1)
    expect(await ctx.db.settlementTransaction.findUniqueOrThrow({ where: { id } })).toMatchObject({
      state: 'abandoned',
      error: 'not mined before the deadline',
    })
    await stage.untilKept()
    expect(await stage.relay.mine()).toBe(1)
    expect((await next).state).toBe('mined')
    expect(await fixture.filled(order)).toBe(order.sellAmount)
  })

  test('is replaced with higher fees at the relay only', { tags: ['long-only'] }, async () => {
    // Elsewhere a settlement offers all that it keeps from the start, and a tight one has nothing to raise its fees with.
    ctx = stage.openWorker({ PRIVATE_BLOCKS: '20', EMBEDDED_CHAIN_IDS: '1' })
    await stage.place(1)
    const round = stage.settle(ctx)
    await stage.untilKept()
    const { txHash } = await stage.newest()
    const isReplaced = async () => (await stage.newest()).replacedHashes.includes(txHash)
    // The worker counts blocks from when it begins to wait, a moment after it has sent.
    for (let block = 0; block < 15 && !(await isReplaced()); block += 1) {
      await fixture.rpc('evm_mine', [])
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    expect(await isReplaced()).toBe(true)
    await until(() => stage.relay.received.length === 2)
    expect(await stage.relay.mine()).toBe(1)
    expect((await round).state).toBe('mined')
  })

  test('goes to the public node after PRIVATE_BLOCKS only if PUBLIC_FALLBACK allows it', async () => {
    ctx = stage.openWorker({ PUBLIC_FALLBACK: 'mainnet:true' })
    const order = await stage.place(1)
    const round = stage.settle(ctx)
    await stage.untilKept()
    const { privateUntilBlock } = await stage.newest()
    await fixture.rpc('anvil_mine', ['0x4'])
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect(stage.publicBytes()).toEqual([])
    expect((await stage.mineUntil(round)).state).toBe('mined')
    expect((await stage.newest()).blockNumber).toBeGreaterThan(privateUntilBlock ?? 0n)
    expect(await fixture.filled(order)).toBe(order.sellAmount)
    expect(stage.publicBytes().length).toBeGreaterThan(0)
    stage.node.requests.length = 0
  })

  test('has the preceding nonce filled at the relay after a reorg frees it', {
    tags: ['long-only'],
  }, async () => {
    const [earlier, order] = [await stage.place(1), await stage.place(2)]
    const open = (uid: string) =>
      ctx.db.order.updateMany({ where: { uid }, data: { status: 'open' } })
    const closeAll = () => ctx.db.order.updateMany({ data: { status: 'cancelled' } })
    await closeAll()
    await open(earlier.uid)
    const snapshot = await fixture.rpc('evm_snapshot', [])
    const first = stage.settle(ctx)
    await stage.untilKept()
    await stage.relay.mine()
    expect((await first).state).toBe('mined')
    await closeAll()
    await open(order.uid)
    const round = stage.settle(ctx)
    await stage.untilKept()
    await fixture.rpc('evm_revert', [snapshot])
    await until(() => stage.relay.received.length === 3)
    const nonces = stage.relay.received.map(
      (raw) => parseTransaction(raw as `0x02${string}`).nonce ?? 0,
    )
    expect(nonces[2]).toBe((nonces[1] ?? 0) - 1)
    expect(await stage.relay.mine()).toBe(1)
    expect((await round).state).toBe('mined')
    expect(await fixture.filled(order)).toBe(order.sellAmount)
  })

  test('ends when the relay refuses it, and its order is auctioned again', async () => {
    await stage.place(2)
    stage.relay.refuse(`tip too low at /${stage.relay.key}`)
    expect((await stage.settle(ctx)).state).toBe('failed')
    expect(await stage.newest()).toMatchObject({
      state: 'abandoned',
      error: 'refused: tip too low at …',
    })
  })
})

describe('a restarted worker', () => {
  test('resends a private settlement to the relay only', async () => {
    const order = await stage.place(1)
    const stop = new AbortController()
    const round = stage.settle(ctx, stop.signal)
    await stage.untilKept()
    stop.abort()
    expect((await round).state).toBe('pending')
    const resumed = stage.settle(stage.openWorker())
    await until(() => stage.relay.received.length === 2)
    expect(stage.relay.received[1]).toBe(stage.relay.received[0])
    expect(await stage.relay.mine()).toBe(1)
    await resumed
    expect(await fixture.filled(order)).toBe(order.sellAmount)
  })

  test('continues a withdrawal, and never resends the settlement', {
    tags: ['long-only'],
  }, async () => {
    await stage.place(1)
    const stop = new AbortController()
    const round = stage.settle(ctx, stop.signal)
    await stage.untilKept()
    stop.abort()
    await round
    const { id } = await stage.newest()
    await ctx.db.settlementTransaction.update({ where: { id }, data: { withdrawal: 'a test' } })
    await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
    expect((await stage.mineUntil(stage.settle(stage.openWorker()))).state).toBe('idle')
    expect(stage.relay.cancelled()).toBe(1)
    expect(stage.relay.received).toHaveLength(2)
    expect(await stage.newest()).toMatchObject({ id, state: 'withdrawn', error: 'a test' })
  })

  test('without private endpoints, sends the settlement nowhere and abandons it after its blocks', {
    tags: ['long-only'],
  }, async () => {
    await stage.place(1)
    const stop = new AbortController()
    const round = stage.settle(ctx, stop.signal)
    await stage.untilKept()
    stop.abort()
    await round
    await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
    const bare = stage.openWorker({ SUBMIT_URL_1: '' })
    expect((await stage.mineUntil(stage.settle(bare))).state).toBe('busy')
    expect((await stage.mineUntil(stage.settle(bare))).state).toBe('idle')
    expect((await stage.newest()).state).toBe('abandoned')
    expect(stage.relay.received).toHaveLength(1)
  })
})

describe('while the relay is down', () => {
  test('a settlement waits with one alarm, and continues once the relay returns', async () => {
    const order = await stage.place(1)
    const alarm = vi.spyOn(ctx.log, 'error')
    await stage.relay.stop()
    const round = stage.settle(ctx)
    await until(() => alarm.mock.calls.length > 0)
    await new Promise((resolve) => setTimeout(resolve, 2_500))
    expect((await stage.newest()).state).toBe('prepared')
    expect(alarm).toHaveBeenCalledTimes(1)
    expect(JSON.stringify(alarm.mock.calls)).toContain('127.0.0.1')
    expect(JSON.stringify(alarm.mock.calls)).not.toContain(stage.relay.key)
    const problem = async () => (await listAccountProblems(ctx.db))[0]?.relayProblem
    expect(await problem()).toMatch(/^no private endpoint answers since 20.*\(127\.0\.0\.1\)/)
    expect(await problem()).not.toContain(stage.relay.key)
    await stage.relay.start()
    await stage.untilKept()
    await until(async () => (await problem()) === undefined)
    expect(await stage.relay.mine()).toBe(1)
    expect((await round).state).toBe('mined')
    expect(await fixture.filled(order)).toBe(order.sellAmount)
  })

  test('a settlement past its blocks is not made public, and is cancelled once the relay returns', {
    tags: ['long-only'],
  }, async () => {
    ctx = stage.openWorker({ PRIVATE_BLOCKS: '2' })
    const order = await stage.place(1)
    await stage.relay.stop()
    expect((await stage.mineUntil(stage.settle(ctx))).state).toBe('pending')
    expect((await stage.mineUntil(stage.settle(ctx))).state).toBe('busy')
    expect((await stage.newest()).state).toBe('prepared')
    await stage.relay.start()
    // What a stopped worker stored ends with the first answer to its successor.
    expect(await listAccountProblems(ctx.db)).toHaveLength(1)
    ctx = stage.openWorker({ PRIVATE_BLOCKS: '2' })
    const { id } = await stage.newest()
    const round = stage.settle(ctx)
    while ((await stage.newest()).id === id) {
      await fixture.rpc('evm_mine', [])
      await new Promise((resolve) => setTimeout(resolve, 300))
    }
    await stage.untilKept()
    expect(await stage.relay.mine()).toBe(1)
    expect((await round).state).toBe('mined')
    expect(await fixture.filled(order)).toBe(order.sellAmount)
    expect(await listAccountProblems(ctx.db)).toEqual([])
  })

  test('an outage ends when the operator removes the endpoints', {
    tags: ['long-only'],
  }, async () => {
    const relayProblem = 'no private endpoint answers'
    const { address } = fixture.network.solver
    await saveRelayProblem(ctx.db, { chainId: 1, address, relayProblem })
    await stage.settle(stage.openWorker({ SUBMIT_URL_1: '' }))
    expect(await listAccountProblems(ctx.db)).toEqual([])
  })
})
