import { expect } from 'vitest'
import { buildAuction } from '@/lib/auctions/build/build-auction'
import { runAuction } from '@/lib/auctions/selection/run-auction'
import { encodeSettlement } from '@/lib/chain/encode-settlement'
import { orderCalleesOf } from '@/lib/chain/simulation/order-calls'
import { placeOrder } from '@/lib/orders/placement/place-order'
import { getOrder } from '@/lib/orders/queries/list-orders'
import { viewOrder } from '@/lib/orders/queries/order-view'
import { routeSettlement } from '@/lib/routing/encode-route'
import { notifyShortOrders } from '@/lib/settlements/lifecycle/notify-short-orders'
import { planSettlement } from '@/lib/settlements/submission/settlement-plan'
import { simulateSettlement } from '@/lib/settlements/submission/simulate-settlement'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { send } from '@/lib/testing/auctions/test-settlement'
import { presignature } from '@/lib/testing/chain/index-fixture'
import { contractSubmission } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { runRound } from './run-round'

const leadership = { chainId: 1, epoch: 1n } as const
let fixture: SolverFixture

test.beforeAll(async ({ solver }) => {
  fixture = solver
  // Approves the vault relayer for the account's WETH.
  const { uid } = await fixture.place(1, {})
  await fixture.ctx.db.order.delete({ where: { uid } })
})

const validTo = Math.floor(Date.now() / 1000) + 3600
const owner = () => fixture.network.accounts[1]?.address ?? '0x'

/** Submits a unique order that awaits a presignature. */
let count = 0n
async function submit(sellAmount = 10n ** 17n) {
  count += 1n
  const terms = {
    sellToken: fixture.token('WETH'),
    buyToken: fixture.token('USDC'),
    sellAmount: sellAmount + count,
    buyAmount: 1n,
    validTo,
  }
  const by = { from: owner(), signingScheme: 'presign', signature: '0x' } as const
  return placeOrder(fixture.ctx, contractSubmission(terms, by))
}

async function sign(uid: `0x${string}`, signed: boolean) {
  await send(fixture.network, presignature({ owner: owner(), uid }, signed))
}

const view = async (uid: `0x${string}`) =>
  viewOrder(await getOrder(fixture.ctx, { chainId: 1, uid }))

test('follows a presignature that is set, revoked and set again', async () => {
  const uid = await submit()
  expect(await view(uid)).toMatchObject({ status: 'open', presignaturePending: true })
  expect(await runRound(fixture.ctx, leadership)).toMatchObject({ state: 'idle' })
  await sign(uid, true)
  await fixture.index()
  expect(await view(uid)).not.toHaveProperty('presignaturePending')
  await sign(uid, false)
  await fixture.index()
  expect(await view(uid)).toMatchObject({ status: 'open', presignaturePending: true })
  expect(await runRound(fixture.ctx, leadership)).toMatchObject({ state: 'idle' })
  await sign(uid, true)
  await fixture.index()
  expect(await runRound(fixture.ctx, leadership)).toMatchObject({ state: 'mined' })
  await fixture.index()
  expect(await view(uid)).toMatchObject({ status: 'fulfilled' })
})

test('an order is signed from the start if its presignature is already on chain', async () => {
  const uid = await submit()
  await fixture.ctx.db.order.delete({ where: { uid } })
  await sign(uid, true)
  await fixture.index()
  count -= 1n
  const again = await submit()
  expect(again).toBe(uid)
  expect(await view(uid)).not.toHaveProperty('presignaturePending')
  await sign(uid, false)
  await fixture.index()
})

test('does not settle an order whose presignature is revoked between auction and settlement', async () => {
  const uid = await submit()
  await sign(uid, true)
  await fixture.index()
  const { auction } = await buildAuction(fixture.ctx, { chainId: 1, without: new Map() })
  if (!auction) throw new Error('there is no auction')
  const [best] = await runAuction(fixture.ctx, auction)
  if (!best) throw new Error('nobody solves it')
  const { solution } = best
  const where = routeSettlement(fixture.ctx, 1)
  const callees = orderCalleesOf(fixture.ctx, 1)
  const plan = planSettlement({ auction, solution, auctionId: 1n, where, callees })
  const settlement = {
    chainId: 1,
    from: fixture.network.solver.address,
    callData: encodeSettlement(plan),
    fees: { maxFeePerGas: 10n ** 10n, maxPriorityFeePerGas: 10n ** 9n },
    tokens: [...solution.clearingPrices.keys()],
  }
  expect(await simulateSettlement(fixture.ctx, settlement)).toHaveProperty('gas')
  await sign(uid, false)
  const fault = { fault: { code: 'reverts', reason: 'GPv2: order not presigned' } }
  expect(await simulateSettlement(fixture.ctx, settlement)).toMatchObject(fault)
  // The indexer has not seen it yet; the auction reads the chain itself.
  expect(await view(uid)).not.toHaveProperty('presignaturePending')
  expect(await runRound(fixture.ctx, leadership)).toMatchObject({ state: 'idle' })
  await fixture.index()
  expect(await view(uid)).toMatchObject({ presignaturePending: true })
})

test('checks the funds of an order once it is signed, and notifies its owner of a shortfall', async () => {
  const uid = await submit(10n ** 30n)
  expect((await runRound(fixture.ctx, leadership)).shortOrders).toEqual([])
  await sign(uid, true)
  await fixture.index()
  expect(await view(uid)).toMatchObject({ status: 'open' })
  const { state, shortOrders } = await runRound(fixture.ctx, leadership)
  expect([state, shortOrders?.map((order) => order.uid)]).toEqual(['idle', [uid]])
  await notifyShortOrders(fixture.ctx, { ...leadership, shortOrders })
  expect(await fixture.ctx.db.notification.findMany({ where: { orderUid: uid } })).toMatchObject([
    { type: 'insufficient_balance', account: owner() },
  ])
})
