import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import type { PricePoint } from '@/lib/market/candles/candle'
import { listTokenCandles } from '@/lib/market/candles/list-token-candles'
import { findPriceSeries } from '@/lib/market/prices/find-price-series'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import { seriesVolatility } from './volatility'

/** A price with the volume of its five-minute window in US dollars; null if unknown. */
export type TradedPrice = PricePoint & { readonly volumeUsd: number | null }

/** The prices of a token's last day, and their volatility. */
export type VolatilityDetails = {
  readonly tokenAddress: Address
  /** Current price of one whole token in US dollars. */
  readonly usdPrice: number
  readonly prices: readonly TradedPrice[]
  /** Standard deviation of the prices over `settlementSeconds`, in US dollars and in tokens. */
  readonly volatilityInUsd: number
  readonly volatilityInTokens: number
}

/**
 * Finds a token's prices of the last 24 hours and their volatility by {@link seriesVolatility}; undefined without
 * a price.
 *
 * @throws {ServiceError} RateLimited on too many requests for unknown tokens; InternalServerError when a source
 * is down.
 */
export async function findVolatilityDetails(
  ctx: Context,
  { chainId, token: tokenAddress }: { readonly chainId: number; readonly token: Address },
): Promise<VolatilityDetails | undefined> {
  const token = asErc20(tokenAddress, ctx.chain(chainId).network)
  const price = await findUsdPrice(ctx, { chainId, token })
  if (!price) return undefined
  const to = toUnixSeconds(ctx.now())
  const day = { chainId, token, from: to - daySeconds, to }
  const [series, candles = []] = await Promise.all([
    findPriceSeries(ctx, { ...day, seconds: 300 }),
    listTokenCandles(ctx, { ...day, interval: '5m' }),
  ])
  const volumes = new Map(candles.map(({ at, volumeUsd }) => [at, volumeUsd]))
  const volatilityInUsd = seriesVolatility(series)
  return {
    tokenAddress,
    usdPrice: price.usd,
    prices: series.map((point) => ({ ...point, volumeUsd: volumes.get(point.at) ?? null })),
    volatilityInUsd,
    volatilityInTokens: volatilityInUsd / price.usd,
  }
}
