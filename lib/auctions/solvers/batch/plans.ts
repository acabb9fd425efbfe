import type { BatchDual } from './batch-dual'
import type { BatchMarket } from './batch-market'
import { chooseOrders } from './choose-orders'
import { findCirculation } from './circulation'
import { coverImbalance, imbalanceAtLimits, type PricedParts, priceImbalance } from './imbalance'
import { solveBatchDual } from './solve-dual'
import { findUniformPrices, uniformPricesFor } from './uniform-prices'

/** Maximum number of fill-or-kill orders near their limit that are toggled; each toggle solves a cover. */
const triedOrders = 40

/**
 * Fractions from which fill-or-kill orders are rounded up to 1: nearly all that trade, most, and only the sure ones.
 */
const thresholds = [0.05, 0.5, 0.95]

/**
 * Fraction of an order's limit reserved for rounding in favour of others: amounts without pools have to balance
 * exactly.
 */
const roundingRoom = 2e-4

/**
 * Returns settlement plans, that is which orders to settle at which prices, most promising first: no single kind is
 * best for all auctions. Plans that come late are not elaborated. See `docs/math/batch-dual.md`, section 7.
 */
export function* plansFor(dual: BatchDual, isLate: () => boolean): Generator<PricedParts> {
  const { market, prices } = dual
  const wholes = market.orders.entries.filter((_, i) => isFillOrKill(market, i))
  if (wholes.length === 0) {
    yield findUniformPrices(dual, isLate)
    yield { parts: dual.fills, prices }
    yield balance(market, isLate)
    return
  }
  const chosen = chooseOrders(dual, isLate)
  const decided = roundParts(chosen, 0.5)
  yield { parts: decided, prices: chosen.prices }
  yield { parts: decided, prices: uniformPricesFor(chosen, decided) }
  yield findUniformPrices(dual, isLate)
  const improved = improve(dual, roundParts(dual, 0.5))
  const { dual: repriced } = priceImbalance(market, {
    net: imbalanceAtLimits(market, improved),
    prices,
  })
  yield { parts: improved, prices: repriced.prices }
  for (const min of thresholds) yield { parts: roundParts(dual, min), prices }
  if (wholes.length < market.orders.entries.length) yield balance(market, isLate)
}

/** A plan in which orders trade only with each other, at prices with room for rounding. */
export function balance(market: BatchMarket, isLate: () => boolean): PricedParts {
  const { prices } = findUniformPrices(solveBatchDual(requireGain(market)), isLate)
  return { parts: balancedParts(market, prices), prices }
}

/** Orders with slightly tightened limits: at those prices, atoms may be rounded against any of them. */
function requireGain(market: BatchMarket): BatchMarket {
  const { orders } = market
  const raise = (amounts: Float64Array) => amounts.map((amount) => amount * (1 + roundingRoom))
  return {
    ...market,
    orders: { ...orders, asks: raise(orders.asks), limits: raise(orders.limits) },
  }
}

/**
 * The additional gain of a full fill over a partial one, for which others make room: far more than any surplus, below
 * 1.
 */
const wholeGain = 1e3

/** Tolerance on a full fill's flow, for rounding; wider than `nothing` of the circulation. */
const nearlyWhole = 1e-9

/**
 * Executed fractions that clear without pools at uniform prices and without leftovers, since without pools even a small
 * residue cannot be settled. Omits fill-or-kill orders that cannot be filled completely.
 */
function balancedParts(market: BatchMarket, prices: Float64Array): Float64Array {
  const { sell, buy, gives, asks, limits, entries } = market.orders
  const rateOf = (i: number) =>
    (prices[sell[i] as number] as number) / (prices[buy[i] as number] as number)
  const max = gives.map((given, i) => {
    if (!(rateOf(i) >= (limits[i] as number))) return 0
    const isSell = entries[i]?.order.kind === 'sell'
    return isSell
      ? given * (prices[sell[i] as number] as number)
      : (asks[i] as number) * (prices[buy[i] as number] as number)
  })
  const gain = max.map((_, i) => {
    const surplus = Math.max(0, 1 - (limits[i] as number) / rateOf(i))
    return isFillOrKill(market, i) ? surplus + wholeGain : surplus
  })
  const min = new Float64Array(max.length)
  const network = { nodeCount: market.tokens.length, from: sell, to: buy, gain, max, min }
  for (;;) {
    const parts = findCirculation(network).map((flow, i) => {
      const cap = max[i] as number
      return cap > 0 ? Math.min(1, Math.max(0, flow / cap)) : 0
    })
    const lacking = [...parts.keys()]
      .filter((i) => isFillOrKill(market, i) && (max[i] as number) > 0)
      .filter((i) => (parts[i] as number) < 1 - nearlyWhole)
      .sort((x, y) => (parts[x] as number) - (parts[y] as number))
    const [worst] = lacking
    if (worst === undefined)
      return parts.map((part, i) => (isFillOrKill(market, i) ? Math.round(part) : part))
    max[worst] = 0
  }
}

function isFillOrKill({ orders }: BatchMarket, i: number): boolean {
  return orders.entries[i]?.order.partiallyFillable === false
}

function roundParts({ market, fills }: BatchDual, min: number): Float64Array {
  return fills.map((fill, i) => (isFillOrKill(market, i) ? Number(fill >= min) : fill))
}

/** Toggles fill-or-kill orders near their limits as long as the surplus grows (local search by single flips). */
function improve(dual: BatchDual, start: Float64Array): Float64Array {
  const { market, prices } = dual
  const worth = (parts: Float64Array) =>
    coverImbalance(market, { net: imbalanceAtLimits(market, parts), prices })?.left ?? -1
  const uncertain = [...start.keys()]
    .filter((i) => isFillOrKill(market, i))
    .map((i) => ({ i, gain: Math.abs(limitGain(dual, i)) }))
    .sort((a, b) => a.gain - b.gain)
    .slice(0, triedOrders)
  let best = start
  let max = worth(start)
  for (const { i } of uncertain) {
    const other = best.with(i, 1 - (best[i] as number))
    const left = worth(other)
    if (left <= max) continue
    best = other
    max = left
  }
  return best
}

/** Native value of a whole order at its limit, at the prices of the problem. */
export function limitGain({ market, prices }: BatchDual, i: number): number {
  const { sell, buy, gives, asks } = market.orders
  const given = (prices[sell[i] as number] as number) * (gives[i] as number)
  return given - (prices[buy[i] as number] as number) * (asks[i] as number)
}
