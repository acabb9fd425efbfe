import type { BatchMarket } from './batch-market'

/** Executed fractions of a market's orders, and the prices to settle them at. */
export type PricedParts = { readonly parts: Float64Array; readonly prices: Float64Array }

/** Surplus atoms of each token (negative: deficit) when orders trade at these prices. */
export function imbalanceAt(
  { orders, tokens }: BatchMarket,
  { parts, prices }: PricedParts,
): Float64Array {
  const { sell, buy, gives, asks, limits, entries } = orders
  const net = new Float64Array(tokens.length)
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] as number
    if (part === 0) continue
    const [s, b] = [sell[i] as number, buy[i] as number]
    const price = (prices[s] as number) / (prices[b] as number)
    const asked = asks[i] as number
    const limit = limits[i] as number
    if (entries[i]?.order.kind === 'buy') {
      net[s] = (net[s] as number) + (part * (gives[i] as number) * limit) / price
      net[b] = (net[b] as number) - part * asked
      continue
    }
    net[s] = (net[s] as number) + part * (gives[i] as number)
    net[b] = (net[b] as number) - part * price * (asked > 0 ? asked / limit : (gives[i] as number))
  }
  return net
}

/** Surplus or deficit of each token when these fractions of the orders trade at their limits. */
export function netAtLimits(market: BatchMarket, parts: Float64Array): Float64Array {
  const { sell, buy, gives, asks } = market.orders
  const net = new Float64Array(market.tokens.length)
  for (let i = 0; i < parts.length; i += 1) {
    const part = parts[i] as number
    const [s, b] = [sell[i] as number, buy[i] as number]
    net[s] = (net[s] as number) + part * (gives[i] as number)
    net[b] = (net[b] as number) - part * (asks[i] as number)
  }
  return net
}
