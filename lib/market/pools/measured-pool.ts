import type { Address } from '@/lib/core/address'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import type { DollarPrices, Reference } from '@/lib/market/prices/dollar-prices'

/** A pool and what it holds and traded of its tokens in a day, in atoms. */
export type PoolFacts = {
  readonly pool: PairDescriptor
  readonly held0: number
  readonly held1: number
  readonly volume0: number
  readonly volume1: number
}

/** What a pool is worth and earns, in US dollars; percent of a year. */
export type MeasuredPool = {
  readonly pool: PairDescriptor
  readonly tvlUsd: number
  /** Of the last 24 hours. */
  readonly volumeUsd: number
  /** What the fees of the last 24 hours would be of {@link MeasuredPool.tvlUsd} in a year. */
  readonly aprPercent: number
}

/**
 * Measures a pool. Undefined when it holds nothing or one of its tokens has no price.
 *
 * Of a token that anyone may have made no more counts than the liquidity that prices it, and no trade of it
 * where a base token says how much was traded: contracts can claim any balance and any amount.
 */
export function measurePool(
  { pool, held0, held1, volume0, volume1 }: PoolFacts,
  { priceOf, reference }: { readonly priceOf: DollarPrices; readonly reference: Reference },
): MeasuredPool | undefined {
  const { token0, token1, feePpm } = pool
  const isBase = (token: Address) => reference.baseTokens.includes(token)
  const [price0, price1] = [priceOf(token0), priceOf(token1)]
  if (!price0 || !price1) return undefined
  const unit = 10 ** reference.usdDecimals
  const worth = (token: Address, value: number, depth: number) =>
    (isBase(token) ? value : Math.min(value, depth)) / unit
  const tvlUsd =
    worth(token0, held0 * price0.usd, price0.depth) +
    worth(token1, held1 * price1.usd, price1.depth)
  if (!(tvlUsd > 0 && Number.isFinite(tvlUsd))) return undefined
  const traded = [
    { token: token0, usd: (volume0 * price0.usd) / unit },
    { token: token1, usd: (volume1 * price1.usd) / unit },
  ]
  const trusted = traded.filter(({ token }) => isBase(token))
  const sides = trusted.length > 0 ? trusted : traded
  const volumeUsd = Math.min(...sides.map(({ usd }) => usd))
  const fees = (volumeUsd * feePpm) / 1_000_000
  return { pool, tvlUsd, volumeUsd, aprPercent: (fees * 365 * 100) / tvlUsd }
}

/** Yields of protocols: of all their pools together, by what they hold; percent of a year. */
export function averageAprs(
  pools: readonly MeasuredPool[],
): ReadonlyMap<PairDescriptor['protocol'], number> {
  const sums = new Map<PairDescriptor['protocol'], { tvlUsd: number; yieldUsd: number }>()
  for (const { pool, tvlUsd, aprPercent } of pools) {
    const sum = sums.get(pool.protocol) ?? { tvlUsd: 0, yieldUsd: 0 }
    const yieldUsd = sum.yieldUsd + (tvlUsd * aprPercent) / 100
    sums.set(pool.protocol, { tvlUsd: sum.tvlUsd + tvlUsd, yieldUsd })
  }
  const percents = [...sums].map(([protocol, { tvlUsd, yieldUsd }]) => {
    return [protocol, (100 * yieldUsd) / tvlUsd] as const
  })
  return new Map(percents)
}
