/** Candle lengths in seconds, by their name in paths. */
export const candleSeconds = { '5m': 300, '1h': 3_600, '1d': 86_400 } as const

/** Name of a candle length. */
export type CandleInterval = keyof typeof candleSeconds

/** Seconds between two prices of a token's last week: 42 of them are enough for a line of 100 pixels. */
export const weekStep = 4 * 3_600

/** Returns the start of the candle that contains a time (Unix seconds); default length five minutes. */
export function startOfCandle(time: number, seconds: number = candleSeconds['5m']): number {
  return time - (time % seconds)
}

/** Prices and volume of an interval that starts at `at` (Unix seconds). */
export type Candle = {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volumeUsd: number
}

/** A candle of one pool. Prices are atoms of token 1 per atom of token 0; amounts are atoms. */
export type PoolCandle = {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume0: bigint
  readonly volume1: bigint
  /**
   * The pool's reserves after the last swap; for a concentrated pool the virtual reserves of its liquidity in
   * range (Uniswap v3 whitepaper, 6.2).
   */
  readonly depth0: bigint
  readonly depth1: bigint
  readonly swaps: number
}

/** A price in US dollars per whole token at a time (Unix seconds). */
export type PricePoint = { readonly at: number; readonly usd: number }
