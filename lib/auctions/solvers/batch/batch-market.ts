import {
  type Auction,
  type AuctionOrder,
  executableAmount,
  tradedPair,
  wholeAmount,
} from '@/lib/auctions/model/auction'
import { isVouched } from '@/lib/auctions/model/capped-value'
import { furtherTradeGas } from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import type { Pool } from '@/lib/liquidity/pool'
import { poolGas } from '@/lib/liquidity/swap-pool'
import { contractSignatureGas, settlementGas } from '@/lib/quotes/quote'
import { type PoolCurve, pairsOf } from '@/lib/routing/graph/pool-curve'

/** The pools of an auction as floats: edge `i` trades token `first[i]` against `second[i]` in `pools[i]`. */
type BatchPools = {
  readonly pools: readonly Pool[]
  readonly curves: readonly PoolCurve[]
  readonly first: Int32Array
  readonly second: Int32Array
  /** Native atoms that using the pool costs. */
  readonly costs: Float64Array
}

/** The orders of an auction as floats. */
export type BatchOrders = {
  readonly entries: readonly AuctionOrder[]
  /** Numbers of the tokens that each sells and buys. */
  readonly sell: Int32Array
  readonly buy: Int32Array
  /** Atoms that an order brings at most at its limit, the signed fee included, and what it asks for them. */
  readonly gives: Float64Array
  readonly asks: Float64Array
  /** Buy-token atoms that an order asks for an atom it sells. */
  readonly limits: Float64Array
  /** Of a buy order the signed fee alone, in sell-token atoms; zero for others. */
  readonly fees: Float64Array
  /** Native atoms that settling the order costs. */
  readonly costs: Float64Array
}

/** An auction with tokens as numbers and amounts as floats. */
export type BatchMarket = {
  readonly tokens: readonly Address[]
  /** Native atoms that surplus of an atom of each token counts; zero for a token without a price. */
  readonly values: Float64Array
  /** The same of what is left over: zero of a token that nobody vouches for, which pays for no gas. */
  readonly worths: Float64Array
  readonly pools: BatchPools
  readonly orders: BatchOrders
  /** Native atoms that a settlement costs besides its pools and orders. */
  readonly cost: number
}

/** Takes the given orders of an auction, and its pools, as floats. Orders that can execute nothing are left out. */
export function buildMarket(auction: Auction, entries = auction.orders): BatchMarket {
  const numbers = new Map<Address, number>()
  const numberOf = (token: Address) => {
    const known = numbers.get(token)
    if (known !== undefined) return known
    numbers.set(token, numbers.size)
    return numbers.size - 1
  }
  const orders = toOrders(auction, entries, numberOf)
  const pools = toPools(auction, numberOf)
  const tokens = [...numbers.keys()]
  const values = Float64Array.from(
    tokens,
    (token) => Number(auction.prices.get(token) ?? 0n) / 1e18,
  )
  const worths = values.map((value, k) => (isVouched(auction, tokens[k] as Address) ? value : 0))
  const cost = costOfGas(auction, settlementGas - furtherTradeGas)
  return { tokens, values, worths, pools, orders, cost }
}

/**
 * The same market where each order leaves the cost of its gas besides, so that it is filled only if it pays that: it
 * asks for more of what it buys, or where that pays for no gas, brings less.
 */
export function askForCosts(market: BatchMarket): BatchMarket {
  const { asks, gives, costs, sell, buy } = market.orders
  const worthOf = (token: number | undefined) => market.worths[token as number] as number
  const raised = asks.map((amount, i) => {
    const worth = worthOf(buy[i])
    return worth > 0 ? amount + (costs[i] as number) / worth : amount
  })
  const lowered = gives.map((amount, i) => {
    const worth = worthOf(sell[i])
    if (worthOf(buy[i]) > 0 || worth === 0) return amount
    return Math.max(0, amount - (costs[i] as number) / worth)
  })
  return { ...market, orders: { ...market.orders, asks: raised, gives: lowered } }
}

/** The same market where gas costs nothing. */
export function withoutCosts({ pools, orders, ...market }: BatchMarket): BatchMarket {
  return {
    ...market,
    pools: { ...pools, costs: new Float64Array(pools.costs.length) },
    orders: { ...orders, costs: new Float64Array(orders.costs.length) },
    cost: 0,
  }
}

function toPools(auction: Auction, numberOf: (token: Address) => number): BatchPools {
  const unique = new Map(auction.pools.map((pool) => [pool.address, pool]))
  const edges = [...unique.values()].flatMap((pool) =>
    pairsOf(pool).map((pair) => ({ pool, ...pair })),
  )
  return {
    pools: edges.map(({ pool }) => pool),
    curves: edges.map(({ curve }) => curve),
    first: Int32Array.from(edges, ({ first }) => numberOf(first)),
    second: Int32Array.from(edges, ({ second }) => numberOf(second)),
    costs: Float64Array.from(edges, ({ pool }) => costOfGas(auction, poolGas[pool.protocol])),
  }
}

function toOrders(
  auction: Auction,
  entries: readonly AuctionOrder[],
  numberOf: (token: Address) => number,
): BatchOrders {
  const taking = entries
    .map((entry) => ({ entry, ...tradedPair(entry.order, auction.wrappedNative) }))
    .filter(({ entry }) => executableAmount(entry) > 0n)
  const terms = taking.map(({ entry }) => termsOf(entry))
  return {
    entries: taking.map(({ entry }) => entry),
    sell: Int32Array.from(taking, ({ sellToken }) => numberOf(sellToken)),
    buy: Int32Array.from(taking, ({ buyToken }) => numberOf(buyToken)),
    gives: Float64Array.from(terms, ({ gives }) => gives),
    asks: Float64Array.from(terms, ({ asks }) => asks),
    limits: Float64Array.from(terms, ({ limit }) => limit),
    fees: Float64Array.from(terms, ({ fee }) => fee),
    costs: Float64Array.from(taking, ({ entry }) => costOfGas(auction, gasOf(entry))),
  }
}

/** The limit of an order that asks for nothing, so that logarithms are finite. */
const minLimit = 1e-200

/** What an order brings and asks when as much of it as possible is executed at its limit. */
function termsOf(entry: AuctionOrder) {
  const { order } = entry
  const part = Number(executableAmount(entry)) / Number(wholeAmount(order))
  const fee = Number(order.feeAmount) * part
  return {
    gives: Number(order.sellAmount) * part + fee,
    asks: Number(order.buyAmount) * part,
    limit: Math.max(minLimit, Number(order.buyAmount) / Number(order.sellAmount)),
    fee: order.kind === 'buy' ? fee : 0,
  }
}

/** Gas of one more order in a settlement, as {@link estimateGas} counts it. */
function gasOf({ order, interactionGas }: AuctionOrder): bigint {
  const signature = order.signingScheme === 'eip1271' ? contractSignatureGas : 0n
  return furtherTradeGas + signature + interactionGas
}

/** Native atoms of this gas that a settlement has to keep. */
function costOfGas({ gasPrice, costCoverBps }: Auction, gas: bigint): number {
  return (Number(gas * gasPrice) * Number(costCoverBps)) / 10_000
}
