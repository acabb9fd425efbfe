import {
  type Auction,
  type AuctionOrder,
  executableAmount,
  tradedPair,
  wholeAmount,
} from '@/lib/auctions/model/auction'
import { isTrusted } from '@/lib/auctions/model/capped-value'
import { pairOf } from '@/lib/auctions/model/fairness'
import { costToCover } from '@/lib/auctions/model/ledger'
import { estimateBytes, estimateGas } from '@/lib/auctions/model/solution'
import type { Address } from '@/lib/core/address'
import { minAmount } from '@/lib/core/amount'
import { groupBy } from '@/lib/core/group-by'
import type { Pool } from '@/lib/liquidity/pool'
import { poolBytes, poolGas } from '@/lib/liquidity/swap-pool'
import { curveRate, pairsOf } from '@/lib/routing/graph/pool-curve'

/** Tolerance for float rounding, so that no order is omitted that pools fill exactly at its limit. */
const tolerance = 1e-9

/** Gas of the cheapest route. */
const cheapestRoute = {
  gas: Object.values<bigint>(poolGas).reduce((min, gas) => minAmount(min, gas)),
}

const minPoolBytes = Object.values<bigint>(poolBytes).reduce((min, bytes) => minAmount(min, bytes))

/**
 * Returns the orders that pools may fill alone, highest potential gain first, alternating between directed pairs: a
 * crowded pair does not delay others. Isolated orders come last. Omits orders whose limit exceeds the best marginal
 * rate after fees, or leaves too little for gas.
 */
export function promisingOrders(auction: Auction): readonly AuctionOrder[] {
  const promising = auction.orders.flatMap((entry) => {
    const gain = maxGain(auction, entry)
    return gain === undefined ? [] : [{ entry, gain }]
  })
  const groups = groupBy(promising, ({ entry }) => pairOf(auction, entry))
  const ranked = [...groups.values()].flatMap((group) =>
    group
      .sort((a, b) => byIsolation(a, b) || b.gain - a.gain)
      .map(({ entry, gain }, place) => ({ entry, gain, place })),
  )
  return ranked
    .sort((a, b) => byIsolation(a, b) || a.place - b.place || b.gain - a.gain)
    .map(({ entry }) => entry)
}

type Ranked = { readonly entry: AuctionOrder }

function byIsolation(a: Ranked, b: Ranked): number {
  return Number(a.entry.isIsolated === true) - Number(b.entry.isIsolated === true)
}

/**
 * Returns an order's maximum gain from the pools in native atoms; undefined if it cannot be filled, or cannot cover the
 * cheapest gas.
 */
function maxGain(auction: Auction, entry: AuctionOrder): number | undefined {
  const { order } = entry
  const executed = executableAmount(entry)
  if (executed <= 0n) return undefined
  const { sellToken, buyToken } = tradedPair(order, auction.wrappedNative)
  const isUnwrap = sellToken === buyToken
  const rate = isUnwrap ? 1 : (bestRates(auction.pools, sellToken).get(buyToken) ?? 0)
  const part = Number(executed) / Number(wholeAmount(order))
  const given = Number(order.sellAmount) * part
  const spare = given * rate * (1 + tolerance) - Number(order.buyAmount) * part
  if (!(spare >= 0) || rate === 0) return undefined
  const priceOf = (token: Address) => Number(auction.prices.get(token) ?? 0n) / 1e18
  const gains = { sell: (spare / rate) * priceOf(sellToken), buy: spare * priceOf(buyToken) }
  const fee = Number(order.feeAmount) * part * priceOf(sellToken)
  const usage = {
    gas: estimateGas([entry], isUnwrap ? [] : [cheapestRoute]),
    bytes: estimateBytes([entry], []) + (isUnwrap ? 0n : minPoolBytes),
  }
  const min = Number(costToCover(auction, usage))
  // The cost is paid in the token whose amount is free, or in the other one: see `routeOrder`.
  const other = order.kind === 'sell' ? 'buy' : 'sell'
  const isFree = isTrusted(auction, other === 'buy' ? buyToken : sellToken)
  const kept = isFree ? gains[other] : gains[order.kind]
  if (isTrusted(auction, sellToken)) return kept + fee < min ? undefined : kept
  if (isTrusted(auction, buyToken) && kept < min) return undefined
  // No more than pools can pay, whatever its stated price.
  return Math.min(kept, Number(auction.depths?.get(sellToken) ?? 0n))
}

/** Best marginal rates from one token to each other token, its own included; missing: unreachable. */
type Rates = ReadonlyMap<Address, number>

/** Maximum number of pools on a path. An order that only a longer path fills is left to the batch solver. */
const maxHops = 6

type Edges = readonly { readonly from: Address; readonly to: Address; readonly rate: number }[]

const known = new WeakMap<readonly Pool[], { edges: Edges; rates: Map<Address, Rates> }>()

/**
 * Returns the best marginal rates from a token to all others, net of fees: an upper bound on the price of any trade
 * through these pools. Cached per pool state. (Bellman 1958, in products of rates.)
 */
function bestRates(pools: readonly Pool[], token: Address): Rates {
  const found = known.get(pools) ?? { edges: edgesOf(pools), rates: new Map() }
  known.set(pools, found)
  const rates = found.rates.get(token) ?? ratesFrom(found.edges, token)
  found.rates.set(token, rates)
  return rates
}

function edgesOf(pools: readonly Pool[]): Edges {
  return pools.flatMap((pool) =>
    pairsOf(pool).flatMap(({ first, second, curve }) => [
      { from: first, to: second, rate: curveRate(curve, 1) },
      { from: second, to: first, rate: curveRate(curve, -1) },
    ]),
  )
}

function ratesFrom(edges: Edges, token: Address): Rates {
  let rates = new Map([[token, 1]])
  for (let hop = 0; hop < maxHops; hop += 1) {
    const next = new Map(rates)
    let isBetter = false
    for (const { from, to, rate } of edges) {
      const through = (rates.get(from) ?? 0) * rate
      if (!(through > (next.get(to) ?? 0))) continue
      next.set(to, through)
      isBetter = true
    }
    if (!isBetter) break
    rates = next
  }
  return rates
}
