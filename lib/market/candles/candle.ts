/** Lengths of candles as they stand in paths, in seconds. */
export const candleSeconds = { '5m': 300, '1h': 3_600, '1d': 86_400 } as const

/** A length of candles. */
export type CandleInterval = keyof typeof candleSeconds

/** The begin of the candle that holds a moment, of five minutes unless told; all in Unix seconds. */
export function startOfCandle(moment: number, seconds: number = candleSeconds['5m']): number {
  return moment - (moment % seconds)
}

/** Prices and volume of a stretch of time that begins at `at`, Unix seconds. */
export type Candle = {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volumeUsd: number
}

/** The candle of one pool; prices are atoms of token 1 for an atom of token 0, amounts atoms. */
export type PoolCandle = {
  readonly at: number
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume0: bigint
  readonly volume1: bigint
  /**
   * What the pool held of each token at its price after the last swap; of a concentrated pool as if all
   * liquidity in range stood on a constant-product curve.
   */
  readonly depth0: bigint
  readonly depth1: bigint
  readonly swaps: number
}

/** A price at a moment: US dollars for one whole token, Unix seconds. */
export type PricePoint = { readonly at: number; readonly usd: number }
