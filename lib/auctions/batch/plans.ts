import type { BatchDual } from './batch-dual'
import type { BatchMarket } from './batch-market'
import { chooseOrders } from './choose-orders'
import { coverNet, priceNet } from './cover-net'
import { netAtLimits, type PricedParts } from './net'
import { findUniformPrices, uniformPricesFor } from './uniform-prices'

/** Fill-or-kill orders near their limit that are tried in and out. */
const triedOrders = 40

/** Fill-or-kill orders are rounded to whole ones from these parts on. */
const thresholds = [0.05, 0.5, 0.95]

/**
 * What to settle at which prices, in all the ways that are worth trying, the most promising ones first: none is the
 * best for all auctions. Those that come when it is late are not thought through.
 */
export function* plansFor(dual: BatchDual, isLate: () => boolean): Generator<PricedParts> {
  const { market, prices } = dual
  const isWhole = (i: number) => isFillOrKill(market, i)
  if (!market.orders.entries.some((_, i) => isWhole(i))) {
    yield findUniformPrices(dual, isLate)
    yield { parts: dual.fills, prices }
    return
  }
  const chosen = chooseOrders(dual, isLate)
  const decided = roundParts(chosen, 0.5)
  yield { parts: decided, prices: chosen.prices }
  yield { parts: decided, prices: uniformPricesFor(chosen, decided) }
  yield findUniformPrices(dual, isLate)
  const improved = improve(dual, roundParts(dual, 0.5))
  const { dual: repriced } = priceNet(market, { net: netAtLimits(market, improved), prices })
  yield { parts: improved, prices: repriced.prices }
  for (const least of thresholds) yield { parts: roundParts(dual, least), prices }
}

function isFillOrKill({ orders }: BatchMarket, i: number): boolean {
  return orders.entries[i]?.order.partiallyFillable === false
}

function roundParts({ market, fills }: BatchDual, least: number): Float64Array {
  return fills.map((fill, i) => (isFillOrKill(market, i) ? Number(fill >= least) : fill))
}

/** Takes fill-or-kill orders near their limits in and out as long as that leaves more surplus. */
function improve(dual: BatchDual, start: Float64Array): Float64Array {
  const { market, prices } = dual
  const worth = (parts: Float64Array) =>
    coverNet(market, { net: netAtLimits(market, parts), prices })?.left ?? -1
  const doubtful = [...start.keys()]
    .filter((i) => isFillOrKill(market, i))
    .map((i) => ({ i, gain: Math.abs(limitGain(dual, i)) }))
    .sort((a, b) => a.gain - b.gain)
    .slice(0, triedOrders)
  let best = start
  let most = worth(start)
  for (const { i } of doubtful) {
    const other = best.with(i, 1 - (best[i] as number))
    const left = worth(other)
    if (left <= most) continue
    best = other
    most = left
  }
  return best
}

/** Native atoms that the whole of an order brings at its limit, at the prices of the problem. */
export function limitGain({ market, prices }: BatchDual, i: number): number {
  const { sell, buy, gives, asks } = market.orders
  const given = (prices[sell[i] as number] as number) * (gives[i] as number)
  return given - (prices[buy[i] as number] as number) * (asks[i] as number)
}
