import { candleSeconds, startOfCandle } from '@/lib/market/candles/candle'
import type { PoolPrice } from './pool-price'

/** The close of a pool's five-minute candle. */
export type PoolClose = {
  /** Start of the candle in Unix seconds. */
  readonly at: number
  /** Atoms of token 1 per atom of token 0. */
  readonly close: number
  /** Atoms. */
  readonly depth0: number
  readonly depth1: number
}

/** Length of the candles that smooth prices, in seconds. */
export const smoothingSeconds = candleSeconds['5m']

/** Maximum factor between price and median: twice the usual move in five minutes. */
const maxFactor = 1.005

/**
 * Clamps the pool's current price to within 0.5 % of the median of three prices: the current one and the last
 * two complete five-minute closes. A price that lasts for one block has no effect; one that persists counts
 * after at most five minutes. Without `closes` (in any order), returns the pool unchanged and unproven.
 *
 * Liquidity added since the last complete five-minute candle does not count as depth.
 */
export function smoothPrice(
  pool: PoolPrice,
  { closes, at }: { readonly closes: readonly PoolClose[]; readonly at: number },
): PoolPrice {
  const windowStart = startOfCandle(at)
  const last = lastBefore(closes, windowStart)
  if (!last) return pool
  const before = lastBefore(closes, windowStart - smoothingSeconds) ?? last
  const [low, median, high] = [pool.price, last.close, before.close].sort((a, b) => a - b)
  if (!low || !median || !high) return pool
  const price = Math.min(Math.max(pool.price, median / maxFactor), median * maxFactor)
  const depth0 = Math.min(pool.depth0, last.depth0)
  const depth1 = Math.min(pool.depth1, last.depth1)
  return { ...pool, price, depth0, depth1, isConfirmed: true }
}

function lastBefore(closes: readonly PoolClose[], end: number): PoolClose | undefined {
  const earlier = closes.filter(({ at }) => at < end)
  return earlier.reduce<PoolClose | undefined>(
    (last, close) => (last && last.at > close.at ? last : close),
    undefined,
  )
}
