import type { BatchMarket } from './batch-market'
import { priceNet } from './cover-imbalance'
import { imbalanceAt, type PricedParts } from './imbalance'

/** Maximum number of orders reduced. */
const maxCuts = 24

/** Relative shortfall below its limit from which an order is excluded. */
const tolerance = 1e-6

/**
 * Returns executed fractions, at most the given ones, whose imbalance pools can cover at the given prices; undefined if
 * none are found.
 *
 * If pools cannot cover the imbalance, there are prices at which it is worth less than what pools could gain from it.
 * Orders with a net demand at those prices are to blame. The one with the least surplus for its demand is excluded, or
 * reduced as needed if it is partially fillable, until the pools suffice.
 */
export function scaleToFeasible(
  market: BatchMarket,
  { parts: wanted, prices }: PricedParts,
): Float64Array | undefined {
  const parts = wanted.map((part, i) => (getsLess(market, { i, prices }) ? 0 : part))
  for (let cuts = 0; cuts < maxCuts; cuts += 1) {
    const net = imbalanceAt(market, { parts, prices })
    const { dual, isCovered } = priceNet(market, { net, prices })
    if (isCovered) return parts
    const blamed = findCheapest(market, { parts, prices, scarce: dual.prices })
    if (!blamed || !(dual.value < 0)) return undefined
    const isWhole = market.orders.entries[blamed.i]?.order.partiallyFillable === false
    const share = isWhole ? 1 : Math.min(1, (-dual.value / blamed.takes) * (1 + tolerance))
    parts[blamed.i] = (parts[blamed.i] as number) * (1 - share)
  }
  return undefined
}

function getsLess(
  { orders }: BatchMarket,
  { i, prices }: { readonly i: number; readonly prices: Float64Array },
): boolean {
  const { sell, buy, limits } = orders
  const price = (prices[sell[i] as number] as number) / (prices[buy[i] as number] as number)
  return price < (limits[i] as number) * (1 - tolerance)
}

/** Of the orders with a net demand at the prices `scarce`, the one with the least surplus for it. */
function findCheapest(
  market: BatchMarket,
  { parts, prices, scarce }: PricedParts & { readonly scarce: Float64Array },
): { readonly i: number; readonly takes: number } | undefined {
  const { sell, buy, limits, asks } = market.orders
  let found: { i: number; takes: number; cost: number } | undefined
  for (let i = 0; i < parts.length; i += 1) {
    if (parts[i] === 0) continue
    const [s, b] = [sell[i] as number, buy[i] as number]
    const own = imbalanceAt(market, { parts: parts.map((part, j) => (j === i ? part : 0)), prices })
    const takes = -own.reduce((sum, amount, k) => sum + amount * (scarce[k] as number), 0)
    if (!(takes > 0)) continue
    const more = (prices[s] as number) / (prices[b] as number) / (limits[i] as number) - 1
    const surplus = (parts[i] as number) * (asks[i] as number) * more * (market.values[b] as number)
    const cost = surplus / takes
    if (!found || cost < found.cost) found = { i, takes, cost }
  }
  return found
}
