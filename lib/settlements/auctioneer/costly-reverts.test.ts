import { beforeEach, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import type { NewOrder } from '@/lib/orders/order-record'
import { insertCost } from '@/lib/settlements/books/cost-store'
import { holdToLossBudget } from '@/lib/settlements/books/loss-budget'
import { findSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import { movedCause } from '@/lib/settlements/submission/transaction-store'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { openWallet, placeOfWallet } from '@/lib/testing/auctions/wallet-orders'
import { testWith } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'
import { loadRevertRisk } from './load-revert-risk'

const milli = 10n ** 15n
const test = testWith({ EMBEDDED_CHAIN_IDS: '', LOSS_PER_DAY: 'mainnet:0.02' })
let fixture: SolverFixture

test.beforeAll(async ({ solver }) => {
  fixture = solver
  await repeat(() => discoverPools(fixture.ctx, { chainId: 1 }), Boolean)
  for (const seed of ['a1', 'b2']) await openWallet(fixture, seed)
})
beforeEach(async () => {
  const { db } = fixture.ctx
  await db.order.updateMany({ data: { status: 'cancelled' } })
  await db.settlementTransaction.deleteMany({ where: { state: 'failed' } })
  await db.settlementCost.deleteMany()
  await db.trade.deleteMany()
})

const addressOf = (seed: string): Address => `0x${seed.repeat(20)}`

let count = 0n

/** Stores that a settlement of an order of this wallet reverted an hour ago, at this cost in thousandths of an ether. */
async function revertOf(seed: string, cost: bigint): Promise<void> {
  const { ctx, network } = fixture
  const { uid } = await placeOfWallet(fixture, seed)
  await ctx.db.order.updateMany({ where: { uid }, data: { status: 'cancelled' } })
  count += 1n
  const txHash: Hex = `0x${count.toString(16).padStart(64, '0')}`
  const at = { chainId: 1, solverAddress: network.solver.address, nonce: 10_000n + count }
  const hourAgo = ctx.now() - 3_700_000
  await ctx.db.settlementTransaction.create({
    data: {
      ...{ ...at, txHash, rawTransaction: '0x02', state: 'failed', error: movedCause, epoch: 1n },
      ...{ orderUids: [uid], deadlineBlock: 1n, createdAt: new Date(hourAgo) },
    },
  })
  const wei = { gasWei: cost * milli, costWei: cost * milli, l1Wei: 0n }
  await insertCost(ctx.db, {
    ...{ ...at, ...wei, txHash, kind: 'settlement', succeeded: false },
    ...{ blockNumber: count, blockHash: txHash, timestamp: Math.floor(hourAgo / 1_000) },
    ...{ gasUsed: 1n, gasPrice: cost * milli, auctionId: undefined, kept: undefined },
    ...{ keptWei: 0n, owedWei: 0n, slackWei: 0n, burnWei: 0n },
  })
}

/** Stores a trade of this wallet, so many seconds ago. */
async function trade(seed: string, secondsAgo: number): Promise<void> {
  const { ctx } = fixture
  count += 1n
  const hash: Hex = `0x${count.toString(16).padStart(64, '0')}`
  await ctx.db.trade.create({
    data: {
      ...{ chainId: 1, blockHash: hash, logIndex: 0, blockNumber: 1n, txHash: hash },
      timestamp: BigInt(Math.floor(ctx.now() / 1_000) - secondsAgo),
      ...{ orderUid: `0x${'cd'.repeat(56)}`, owner: addressOf(seed), feeAmount: 0 },
      ...{ sellToken: fixture.token('WETH').toLowerCase(), sellAmount: 1 },
      ...{ buyToken: fixture.token('USDC').toLowerCase(), buyAmount: 1 },
    },
  })
}

const exclusionOf = async ({ uid }: NewOrder) =>
  (await fixture.ctx.db.order.findUniqueOrThrow({ where: { uid } })).exclusion

test('new contracts are left out once reverts of untrusted code cost a quarter of LOSS_PER_DAY, and all others settle', async () => {
  await revertOf('b2', 6n)
  const fresh = await placeOfWallet(fixture, 'a1')
  const plain = await fixture.place(1, { buyAmount: 1n })
  expect((await fixture.settle()).state).toBe('mined')
  expect(await fixture.filled(plain)).toBe(plain.sellAmount)
  expect(await exclusionOf(fresh)).toEqual({ code: 'blockedAfterReverts' })
  // No pool is to blame for what untrusted code may have caused.
  expect((await loadRevertRisk(fixture.ctx, 1)).attackedPools).toEqual(new Set())
  await holdToLossBudget(fixture.ctx, 1)
  expect(await findSettlementPause(fixture.ctx.db, 1)).toBeUndefined()
})

test('a contract that traded before those reverts settles, and none that took part in them', async () => {
  await revertOf('b2', 6n)
  for (const seed of ['a1', 'b2']) await trade(seed, 86_400)
  const [proven, reverted] = [
    await placeOfWallet(fixture, 'a1'),
    await placeOfWallet(fixture, 'b2'),
  ]
  expect((await fixture.settle()).state).toBe('mined')
  expect(await fixture.filled(proven)).toBe(proven.sellAmount)
  expect(await exclusionOf(reverted)).toEqual({ code: 'blockedAfterReverts' })
})

test('a trade after the first of those reverts proves nothing', async () => {
  await revertOf('b2', 6n)
  await trade('a1', 60)
  const late = await placeOfWallet(fixture, 'a1')
  expect((await fixture.settle()).state).toBe('idle')
  expect(await exclusionOf(late)).toEqual({ code: 'blockedAfterReverts' })
})

test('new contracts settle while those reverts cost less', async () => {
  await revertOf('b2', 4n)
  const fresh = await placeOfWallet(fixture, 'a1')
  expect((await fixture.settle()).state).toBe('mined')
  expect(await fixture.filled(fresh)).toBe(fresh.sellAmount)
})
