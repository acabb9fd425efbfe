import { candleSeconds, startOfCandle } from '@/lib/market/candles/candle'
import type { PoolPrice } from './pool-price'

/** What a pool's candle of five minutes ended with. */
export type PoolClose = {
  /** Unix seconds at which the candle begins. */
  readonly at: number
  /** Atoms of token 1 for an atom of token 0. */
  readonly close: number
  /** Atoms. */
  readonly depth0: number
  readonly depth1: number
}

/** Seconds of the candles that steady prices. */
export const steadySeconds = candleSeconds['5m']

/** How far a price may be off the steady one, as a factor: twice what prices usually move in five minutes. */
const leeway = 1.005

/**
 * The pool's price of this moment, kept within half a percent of the one in the middle of three moments: now,
 * and the ends of the last two full five minutes. So a price that stood in one block does not count, and one
 * that stays does after five minutes at most. Without `closes` (any order) the price is as it is, and not proven.
 *
 * Liquidity that came since the last full five minutes does not count as depth.
 */
export function smoothPrice(
  pool: PoolPrice,
  { closes, at }: { readonly closes: readonly PoolClose[]; readonly at: number },
): PoolPrice {
  const begin = startOfCandle(at)
  const last = lastBefore(closes, begin)
  if (!last) return pool
  const before = lastBefore(closes, begin - steadySeconds) ?? last
  const [low, middle, high] = [pool.price, last.close, before.close].sort((a, b) => a - b)
  if (!low || !middle || !high) return pool
  const price = Math.min(Math.max(pool.price, middle / leeway), middle * leeway)
  const depth0 = Math.min(pool.depth0, last.depth0)
  const depth1 = Math.min(pool.depth1, last.depth1)
  return { ...pool, price, depth0, depth1, isProven: true }
}

function lastBefore(closes: readonly PoolClose[], end: number): PoolClose | undefined {
  const earlier = closes.filter(({ at }) => at < end)
  return earlier.reduce<PoolClose | undefined>(
    (last, close) => (last && last.at > close.at ? last : close),
    undefined,
  )
}
