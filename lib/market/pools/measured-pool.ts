import type { Address } from '@/lib/core/address'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import type { DollarPrices, Reference } from '@/lib/market/prices/dollar-prices'

/** A pool with its holdings and daily volume per token, in atoms. */
export type PoolFacts = {
  readonly pool: PairDescriptor
  readonly held0: number
  readonly held1: number
  readonly volume0: number
  readonly volume1: number
}

/** A pool's value, volume and yield. */
export type MeasuredPool = {
  readonly pool: PairDescriptor
  readonly tvlUsd: number
  /** Volume of the last 24 hours in US dollars. */
  readonly volumeUsd: number
  /** Fees of the last 24 hours, annualised, in percent of {@link MeasuredPool.tvlUsd}. */
  readonly aprPercent: number
}

/**
 * Measures a pool. Returns undefined if it has no holdings or a token has no price.
 *
 * Any other token than a base token may report any balance or amount. Its holdings therefore count up to the
 * depth that prices it, and its volume only in pools without a base token.
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

/** Returns the TVL-weighted mean APR per protocol, in percent. */
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
