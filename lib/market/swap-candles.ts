import type { Address } from '@/lib/core/address'
import { maxUint256, minAmount } from '@/lib/core/amount'
import { candleSeconds, type PoolCandle } from './candle'
import type { PoolSwap } from './pool-swap'

/** A candle and the pool it is of. */
export type CandleOfPool = PoolCandle & { readonly pool: Address }

const shortest = candleSeconds['5m']

/** The begin of the five minutes that hold a moment; both in Unix seconds. */
export function startOfCandle(timestamp: number): number {
  return timestamp - (timestamp % shortest)
}

/**
 * The five-minute candles of swaps in chain order, one for each pool and five minutes. Sums stop at 2^256 - 1,
 * so that nobody makes a number that cannot be stored.
 */
export function candlesOf(swaps: readonly PoolSwap[]): CandleOfPool[] {
  const candles = new Map<string, CandleOfPool>()
  for (const swap of swaps) {
    const at = startOfCandle(swap.timestamp)
    const key = `${swap.pool}${at}`
    const candle = candleOf(swap, at)
    const before = candles.get(key)
    candles.set(key, before ? { ...joined(before, candle), pool: swap.pool } : candle)
  }
  return [...candles.values()]
}

function candleOf(swap: PoolSwap, at: number): CandleOfPool {
  const { pool, price, depth0, depth1 } = swap
  const prices = { open: price, high: price, low: price, close: price }
  const [volume0, volume1] = [atMost(magnitude(swap.amount0)), atMost(magnitude(swap.amount1))]
  return { pool, at, ...prices, volume0, volume1, depth0, depth1, swaps: 1 }
}

/** One candle of two that follow one another. */
function joined(first: PoolCandle, last: PoolCandle): PoolCandle {
  return {
    at: first.at,
    open: first.open,
    high: Math.max(first.high, last.high),
    low: Math.min(first.low, last.low),
    close: last.close,
    volume0: atMost(first.volume0 + last.volume0),
    volume1: atMost(first.volume1 + last.volume1),
    depth0: last.depth0,
    depth1: last.depth1,
    swaps: first.swaps + last.swaps,
  }
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount
}

function atMost(amount: bigint): bigint {
  return minAmount(amount, maxUint256)
}
