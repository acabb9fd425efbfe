import {
  type Auction,
  type AuctionOrder,
  executableAmount,
  tradedPair,
  wholeAmount,
} from '@/lib/auctions/model/auction'
import { isTrusted } from '@/lib/auctions/model/capped-value'
import { networkCost } from '@/lib/auctions/model/ledger'
import { extraGasOf, furtherTradeGas, orderBytes, type Usage } from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import type { Pool } from '@/lib/liquidity/pool'
import { poolBytes, poolGas } from '@/lib/liquidity/swap-pool'
import { settlementGas } from '@/lib/quotes/quote'
import { settlementBytes } from '@/lib/quotes/settlement-bytes'
import { curveRate, type PoolCurve, pairsOf } from '@/lib/routing/graph/pool-curve'

/** The pools of an auction as floats: edge `i` trades token `first[i]` against `second[i]` in `pools[i]`. */
type BatchPools = {
  readonly pools: readonly Pool[]
  readonly curves: readonly PoolCurve[]
  readonly first: Int32Array
  readonly second: Int32Array
  /** Gas cost of using the pool, in native atoms. */
  readonly costs: Float64Array
}

/** The orders of an auction as floats. */
export type BatchOrders = {
  readonly entries: readonly AuctionOrder[]
  /** Indices of the sell and buy tokens. */
  readonly sell: Int32Array
  readonly buy: Int32Array
  /** The most atoms that an order sells at its limit, the signed fee included, and what it asks for them. */
  readonly gives: Float64Array
  readonly asks: Float64Array
  /** Limit price: buy-token atoms per sell-token atom. */
  readonly limits: Float64Array
  /** A buy order's signed fee in sell-token atoms; zero for others. */
  readonly fees: Float64Array
  /** Gas cost of settling the order, in native atoms. */
  readonly costs: Float64Array
}

/** An auction with token indices and float amounts. */
export type BatchMarket = {
  readonly tokens: readonly Address[]
  /** Value of one atom of surplus in each token, in native atoms; zero for an unpriced token. */
  readonly values: Float64Array
  /** Value of one leftover atom; zero for an untrusted token, which cannot pay for gas. */
  readonly worths: Float64Array
  readonly pools: BatchPools
  readonly orders: BatchOrders
  /** Gas cost of a settlement besides its pools and orders, in native atoms. */
  readonly cost: number
}

/** Converts the given orders of an auction, and its pools, to floats. Omits orders that cannot execute anything. */
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
  const worths = values.map((value, k) => (isTrusted(auction, tokens[k] as Address) ? value : 0))
  const cost = costOf(auction, {
    gas: settlementGas - furtherTradeGas,
    bytes: settlementBytes,
  })
  return { tokens, values, worths, pools, orders, cost }
}

/**
 * The same market with each order's gas cost in its limit, so that it is filled only if it covers that: it asks for
 * more of its buy token, or offers less if that token cannot pay for gas.
 */
export function requireCosts(market: BatchMarket): BatchMarket {
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

/** The same market with free gas. */
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
    costs: Float64Array.from(edges, ({ pool: { protocol } }) =>
      costOf(auction, { gas: poolGas[protocol], bytes: poolBytes[protocol] }),
    ),
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
    costs: Float64Array.from(taking, ({ entry }) =>
      costOf(auction, { gas: gasOf(entry), bytes: orderBytes(entry) }),
    ),
  }
}

/** Limit of an order that asks for nothing, so that logarithms are finite. */
const minLimit = 1e-200

/** What an order offers and asks for when as much as possible is executed at its limit. */
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
function gasOf(entry: AuctionOrder): bigint {
  return furtherTradeGas + extraGasOf(entry)
}

/** Network cost that a settlement must cover, in native atoms. */
function costOf(auction: Auction, usage: Usage): number {
  return (Number(networkCost(auction, usage)) * Number(auction.costCoverBps)) / 10_000
}

/** Maximum number of pools over which an offer propagates; each costs a pass over all pools and orders. */
const maxIterations = 4

/**
 * Values of surplus such that no untrusted token counts more than pools or orders ask for it in trusted tokens: surplus
 * in it counts no more than what is paid, however its price arose. See `docs/math/batch-dual.md`, section 5.
 */
export function offeredValues(market: BatchMarket): Float64Array {
  const { values, worths, pools, orders } = market
  const isUntrusted = (k: number) => worths[k] === 0 && (values[k] as number) > 0
  const offered = values.slice()
  if (!values.some((_, k) => isUntrusted(k))) return offered
  const ask = (token: number, value: number) => {
    if (!isUntrusted(token) || !(value < (offered[token] as number))) return false
    offered[token] = value
    return true
  }
  for (let step = 0; step < maxIterations; step += 1) {
    let isLower = false
    for (const [i, curve] of pools.curves.entries()) {
      const [a, b] = [pools.first[i] as number, pools.second[i] as number]
      // Marginal input of one token per atom of the other.
      const [forSecond, forFirst] = [1 / curveRate(curve, 1), 1 / curveRate(curve, -1)]
      if ((offered[a] as number) > 0)
        isLower = ask(b, (offered[a] as number) * forSecond) || isLower
      if ((offered[b] as number) > 0) isLower = ask(a, (offered[b] as number) * forFirst) || isLower
    }
    for (const [i, limit] of orders.limits.entries()) {
      const [s, b] = [orders.sell[i] as number, orders.buy[i] as number]
      if ((offered[b] as number) > 0) isLower = ask(s, (offered[b] as number) * limit) || isLower
    }
    if (!isLower) break
  }
  return offered
}
