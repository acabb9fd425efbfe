import { type Auction, type AuctionOrder, poolsFor, tradedPair } from '@/lib/auctions/model/auction'
import { isTrusted } from '@/lib/auctions/model/capped-value'
import { estimateGas } from '@/lib/auctions/model/solution'
import { minAmount } from '@/lib/core/amount'
import { poolGas } from '@/lib/liquidity/swap-pool'
import type { BatchDual } from './batch-dual'
import { buildMarket, offeredValues, requireCosts } from './batch-market'
import { limitGain } from './plans'
import { solveBatchDual } from './solve-dual'

/** Fraction of the orders kept per round while there are too many: what an order gains depends on who else trades. */
const leftOver = 0.75

/** Gas of the cheapest pool. */
const minPoolGas = Object.values<bigint>(poolGas).reduce((min, gas) => minAmount(min, gas))

/** The orders that a batch may include: not isolated, and able to cover their gas. */
export function listSettleable(auction: Auction): AuctionOrder[] {
  return auction.orders.filter((entry) => !entry.isIsolated && canPay(auction, entry))
}

/** Returns whether an order can cover its gas, in a token that can pay for it. */
function canPay(auction: Auction, { order }: AuctionOrder): boolean {
  const ends = Object.values(tradedPair(order, auction.wrappedNative))
  return auction.costCoverBps === 0n || ends.some((token) => isTrusted(auction, token))
}

/** The problem of an auction's orders with their gas costs in their limits. */
export function solveOrders(auction: Auction, entries: readonly AuctionOrder[]): BatchDual {
  return solveBatchDual(requireCosts(marketOf(auction, entries)))
}

/** Like {@link solveOrders}, for orders whose gas others may cover. */
export function solveTogether(auction: Auction, entries: readonly AuctionOrder[]): BatchDual {
  return solveBatchDual(marketOf(auction, entries))
}

function marketOf(auction: Auction, entries: readonly AuctionOrder[]) {
  const market = buildMarket(auction, entries)
  return { ...market, values: offeredValues(market) }
}

/** A settlement's gas limit, and the reserve for pools beyond those that connect all tokens. */
type GasLimits = { readonly maxGas: bigint; readonly furtherPoolGas: bigint }

/**
 * The problem of the orders that gain most, if all filled ones exceed the gas limit. Removes those that gain least in
 * rounds, since their counterparties go with them.
 */
export function fitOrders(auction: Auction, all: BatchDual, limits: GasLimits): BatchDual {
  return narrow(auction, all, (byGain) => countFitting(auction, byGain, limits))
}

/** The auction with the `max` orders that gain most when settled together. */
export function withContending(auction: Auction, max: number): Auction {
  const entries = listSettleable(auction)
  if (entries.length <= max) return auction
  const pooled = { ...auction, pools: poolsFor(auction, entries) }
  const dual = narrow(pooled, solveOrders(pooled, entries), () => max)
  return { ...auction, orders: ordersByGain(dual) }
}

/** The number of leading orders to keep. */
type CountFitting = (byGain: readonly AuctionOrder[]) => number

function narrow(auction: Auction, all: BatchDual, fitting: CountFitting): BatchDual {
  let dual = all
  for (;;) {
    const byGain = ordersByGain(dual)
    const count = fitting(byGain)
    if (count >= byGain.length) return dual
    const left = Math.max(1, count, Math.floor(byGain.length * leftOver))
    dual = solveOrders(auction, byGain.slice(0, left))
  }
}

/** The orders that a problem fills, highest gain first. */
function ordersByGain(dual: BatchDual): AuctionOrder[] {
  const { market, fills } = dual
  return [...fills.keys()]
    .filter((i) => (fills[i] as number) > 0)
    .map((i) => ({ entry: market.orders.entries[i] as AuctionOrder, gain: limitGain(dual, i) }))
    .sort((a, b) => b.gain - a.gain)
    .map(({ entry }) => entry)
}

/** The number of leading orders that fit the gas limit, at least one. */
function countFitting(
  auction: Auction,
  entries: readonly AuctionOrder[],
  { maxGas, furtherPoolGas }: GasLimits,
): number {
  const fits = (count: number) => {
    const first = entries.slice(0, count)
    const tokens = new Set(
      first.flatMap(({ order }) => Object.values(tradedPair(order, auction.wrappedNative))),
    )
    const pools = Math.min(auction.pools.length, Math.max(0, tokens.size - 1))
    const forPools = BigInt(pools) * minPoolGas + furtherPoolGas
    return estimateGas(first, []) + forPools <= maxGas
  }
  if (entries.length < 2 || fits(entries.length)) return entries.length
  let [count, tooMany] = [1, entries.length]
  while (tooMany - count > 1) {
    const middle = Math.floor((count + tooMany) / 2)
    if (fits(middle)) count = middle
    else tooMany = middle
  }
  return count
}
