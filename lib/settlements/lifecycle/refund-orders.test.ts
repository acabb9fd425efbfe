import { parseEther } from 'viem'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { insertCost } from '@/lib/settlements/books/cost-store'
import { openPrivateStage, type PrivateStage } from '@/lib/testing/auctions/private-stage'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { send } from '@/lib/testing/auctions/test-settlement'
import { type NativeTestOrder, nativeOrder } from '@/lib/testing/chain/native-orders'
import { test } from '@/lib/testing/test'
import { refundOrders } from './refund-orders'

const leadership = { chainId: 1, epoch: 1n } as const
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
  expect(stage.publicBytes()).toEqual([])
  await stage.close()
})

const sendMined = async (transaction: Parameters<typeof send>[1]) => {
  await fixture.rpc('evm_setAutomine', [true])
  await send(fixture.network, transaction)
  await fixture.rpc('evm_setAutomine', [false])
}

/** Places an order that has expired without a fill. */
async function openExpired(account: number): Promise<NativeTestOrder> {
  const sender = fixture.network.accounts[account]?.address ?? '0x'
  await fixture.rpc('evm_mine', [])
  const { timestamp } = await ctx.chain(1).client.getBlock()
  const validTo = Number(timestamp) + 900
  const terms = { sender, validTo, sellAmount: parseEther('0.5'), buyAmount: 10n ** 30n }
  const order = nativeOrder({ ...terms, buyToken: fixture.token('USDC') })
  await sendMined(order.placement)
  await fixture.rpc('evm_increaseTime', [1_000])
  await fixture.rpc('evm_mine', [])
  await fixture.index()
  await ctx.db.order.update({ where: { uid: order.uid }, data: { status: 'expired' } })
  return order
}

test('goes to the private endpoints only', async () => {
  const { order, uid } = await openExpired(2)
  const sender = order.receiver ?? '0x'
  const balance = () => ctx.chain(1).client.getBalance({ address: sender })
  const before = await balance()
  const refund = refundOrders(ctx, leadership)
  await stage.untilKept()
  expect(await stage.relay.mine()).toBe(1)
  expect(await refund).toBe('mined')
  expect((await balance()) - before).toBe(order.sellAmount)
  expect(await ctx.db.order.findUnique({ where: { uid } })).toMatchObject({ failedSettlements: 0 })
})

test('costs nothing if the owner is refunded first, and counts against the order', async () => {
  const { uid, invalidation } = await openExpired(3)
  const address = fixture.network.solver.address
  const paid = () => ctx.chain(1).client.getBalance({ address })
  const before = await paid()
  const refund = refundOrders(ctx, leadership)
  await stage.untilKept()
  await sendMined(invalidation)
  expect(await stage.mineUntil(refund)).toBe('withdrawn')
  expect(await paid()).toBe(before)
  expect(await ctx.db.order.findUnique({ where: { uid } })).toMatchObject({ failedSettlements: 1 })
})

test('waits while the refunds of a day have cost a quarter of LOSS_PER_DAY', async () => {
  await openExpired(4)
  const { db } = ctx
  const costWei = parseEther('0.006')
  const txHash = `0x${'cd'.repeat(32)}` as const
  await insertCost(db, {
    ...{ chainId: 1, txHash, kind: 'refund', succeeded: true, nonce: 10_000n },
    ...{ solverAddress: fixture.network.solver.address, blockNumber: 1n, blockHash: txHash },
    ...{ timestamp: Math.floor(ctx.now() / 1_000), gasUsed: 1n, gasPrice: costWei },
    ...{ gasWei: costWei, costWei, l1Wei: 0n, auctionId: undefined, kept: undefined },
    ...{ keptWei: 0n, owedWei: 0n, slackWei: 0n, burnWei: 0n },
  })
  const worker = stage.openWorker({ EMBEDDED_CHAIN_IDS: '', LOSS_PER_DAY: 'mainnet:0.02' })
  expect(await refundOrders(worker, leadership)).toBeUndefined()
  expect(stage.relay.kept.size).toBe(0)
  await db.settlementCost.deleteMany()
  // Refunds of the tests before are not in the books.
  await db.settlementTransaction.deleteMany()
  const refund = refundOrders(worker, leadership)
  await stage.untilKept()
  expect(await stage.relay.mine()).toBe(1)
  expect(await refund).toBe('mined')
})
