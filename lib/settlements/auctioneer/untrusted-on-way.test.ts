import { beforeEach, expect } from 'vitest'
import { boundAuction } from '@/lib/auctions/bounds/auction-bound'
import { buildAuction } from '@/lib/auctions/build/build-auction'
import type { Auction } from '@/lib/auctions/model/auction'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { searchTimes } from '@/lib/routing/graph/filter-pools'
import { isPenalized, isVerified } from '@/lib/routing/graph/intermediate-tokens'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { openUntrustedMarket } from '@/lib/testing/chain/untrusted-market'
import { test } from '@/lib/testing/test'
import { penalizeIntermediates } from './route-around-untrusted'

const ether = 10n ** 18n
/** Bytecode that reverts every call. */
const failing = '0x60006000fd'

let fixture: SolverFixture
let ctx: Context
let by: Address

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
  by = fixture.network.accounts[2]?.address ?? '0x'
})
beforeEach(async () => {
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  // Paths are searched once a minute.
  searchTimes.reset(ctx)
})

/** A token whose two pools pay three times the price of all others, within their depth. */
const openMarket = (kind: 'plain' | 'feeOnTransfer') =>
  openUntrustedMarket(fixture, {
    by,
    kind,
    pairs: [
      { token: fixture.token('WETH'), held: ether / 100n, own: 1_000_000n * ether },
      { token: fixture.token('USDC'), held: 200_000_000n, own: 100_000n * ether },
    ],
  })

/** Settles an order of 0.02 WETH in one round; returns the USDC atoms received. */
async function settleOne(): Promise<bigint> {
  const order = await fixture.place(1, { sellAmount: ether / 50n })
  const before = await fixture.balanceOf(order.buyToken, order.owner)
  await fixture.settle()
  expect(await fixture.filled(order)).toBe(order.sellAmount)
  return (await fixture.balanceOf(order.buyToken, order.owner)) - before
}

/** The auction of an unsettled order of 0.02 WETH. */
async function auctionOfOne(): Promise<Auction> {
  await fixture.place(1, { sellAmount: ether / 50n })
  const { auction } = await buildAuction(ctx, { chainId: 1, without: new Map() })
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  if (!auction) throw new Error('there is no auction')
  return auction
}

test('an untrusted intermediate token that reverts delays no order and affects no bound', async () => {
  const before = boundAuction(await auctionOfOne())
  const untrusted = await openMarket('plain')
  await fixture.rpc('anvil_setCode', [untrusted, failing])
  searchTimes.reset(ctx)
  const after = boundAuction(await auctionOfOne())
  // The search ends within a fraction of a basis point; the untrusted pools would more than double the result.
  expect(Number(after) / Number(before)).toBeCloseTo(1, 5)
  expect(await settleOne()).toBeLessThan(100_000_000n)
  expect(await settleOne()).toBeLessThan(100_000_000n)
})

test('an untrusted intermediate token that takes a fee on transfer delays no order', async () => {
  const untrusted = await openMarket('feeOnTransfer')
  expect(await settleOne()).toBeLessThan(100_000_000n)
  expect(isPenalized(ctx, 1, untrusted)).toBe(true)
})

test('an untrusted intermediate token is used once a transfer is verified', async () => {
  const untrusted = await openMarket('plain')
  expect(await settleOne()).toBeGreaterThan(150_000_000n)
  expect(isVerified(ctx, 1, untrusted)).toBe(true)
  // Simulates a reverted settlement through it.
  const sent = await ctx.db.settlementTransaction.findFirstOrThrow({ orderBy: { id: 'desc' } })
  await penalizeIntermediates(ctx, { ...sent, rawTransaction: sent.rawTransaction as Hex })
  expect(isPenalized(ctx, 1, untrusted)).toBe(true)
})

test('an untrusted intermediate token that fails later is avoided in the same round and afterwards', async () => {
  const untrusted = await openMarket('plain')
  expect((await auctionOfOne()).intermediates).toContain(untrusted)
  await fixture.rpc('anvil_setCode', [untrusted, failing])
  expect(await settleOne()).toBeLessThan(100_000_000n)
  expect(isPenalized(ctx, 1, untrusted)).toBe(true)
  expect(isVerified(ctx, 1, untrusted)).toBe(false)
})
