import { afterEach, beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { quantity } from '@/lib/devnet/rpc'
import { openPrivateStage, type PrivateStage } from '@/lib/testing/auctions/private-stage'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { listPushablePools, pushTransaction } from '@/lib/testing/chain/push-pool'
import { test } from '@/lib/testing/test'

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

/** Moves all prices of the sold token down by 1 %, in the next block. */
async function frontRun(): Promise<void> {
  const weth = fixture.token('WETH')
  const pools = await listPushablePools(fixture.rpc)
  for (const isFirst of [true, false]) {
    const moved = pools.filter(({ tokens }) => tokens[isFirst ? 0 : 1] === weth)
    const factor = isFirst ? 0.99 : 1 / 0.99
    const { gas = 0, ...swaps } = await pushTransaction(fixture.rpc, moved, factor)
    await fixture.rpc('eth_sendTransaction', [{ ...swaps, gas: quantity(gas) }])
  }
}

/** Rounds that are front-run, one more than the reverts that freeze an order at least. */
const attacks = 4

test('withdraws a private settlement before it is mined if a front-runner moves its pools, and freezes no order', {
  tags: ['long'],
}, async () => {
  const order = await stage.place(2)
  const before = await ctx.db.settlementTransaction.count({ where: { state: 'failed' } })
  for (let attack = 0; attack < attacks; attack += 1) {
    const round = stage.settle(ctx)
    await stage.untilKept()
    await frontRun()
    expect(await stage.relay.mine()).toBe(0)
    expect((await stage.mineUntil(round)).state).toBe('withdrawn')
    expect(stage.relay.kept.size).toBe(0)
    expect(await stage.newest()).toMatchObject({ state: 'withdrawn', error: expect.any(String) })
  }
  expect(stage.relay.cancelled()).toBe(attacks)
  expect(await ctx.db.settlementTransaction.count({ where: { state: 'failed' } })).toBe(before)
  const row = await ctx.db.order.findUniqueOrThrow({ where: { uid: order.uid } })
  expect(row).toMatchObject({ failedSettlements: 0, frozenUntil: null })
  // The order is in the next auction at once.
  const round = stage.settle(ctx)
  await stage.untilKept()
  expect(await stage.relay.mine()).toBe(1)
  expect((await round).state).toBe('mined')
  expect(await fixture.filled(order)).toBe(order.sellAmount)
})

test('sends few requests to the public node while a settlement is pending', {
  tags: ['long'],
}, async () => {
  await stage.place(1)
  const round = stage.settle(ctx)
  await stage.untilKept()
  const before = stage.node.requests.length
  await fixture.rpc('evm_mine', [])
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  expect(await stage.relay.mine()).toBe(1)
  expect((await round).state).toBe('mined')
  const sent = stage.node.requests.slice(before).map(({ method }) => method)
  const count = (method: string) => sent.filter((one) => one === method).length
  // One simulation on each head, and none per poll; receipts are read twice on each head at most.
  expect(count('eth_simulateV1')).toBeLessThanOrEqual(2)
  expect(count('eth_getTransactionReceipt')).toBeLessThanOrEqual(7)
  expect(sent.length).toBeLessThanOrEqual(30)
})
