import { type Context, remembered } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { candleSeconds, type PricePoint, startOfCandle } from '@/lib/market/candle'
import { findPriceSeries } from '@/lib/market/find-price-series'
import { findUsdPrice } from '@/lib/market/find-usd-price'

/** A token of a network at a moment, Unix seconds. */
export type TokenAt = { readonly chainId: number; readonly token: Address; readonly at: number }

const fiveMinutes = candleSeconds['5m']
const hour = candleSeconds['1h']

/** Seconds for which the newest price is as good as that of the moment. */
const freshSeconds = 600

/** Milliseconds for which prices of hours gone, of the present one and the newest are given again, and how many are kept. */
const pastMs = 3_600_000
const presentMs = 30_000
const newestMs = 60_000
const keptHours = 500

/**
 * What one whole token was worth in US dollars at a moment: at the end of the last full five minutes in which it
 * was traded, a day before at the most; of a token that was not, and a moment just gone, the newest price.
 * Undefined when nobody knows.
 *
 * @throws {ServiceError} RateLimited when too many unknown tokens are asked for; InternalServerError when a source
 * is down.
 */
export async function findPriceAt(ctx: Context, asked: TokenAt): Promise<number | undefined> {
  const { chainId, token, at } = asked
  const series = await findHour(ctx, asked)
  const point = series.findLast((each) => each.at + fiveMinutes <= at)
  if (point) return point.usd
  if (toUnixSeconds(ctx.now()) - at > freshSeconds) return undefined
  const newest = await remembered(ctx, `affiliate/newest/${chainId}`, {
    key: token,
    forMs: newestMs,
    most: keptHours,
    load: () => findUsdPrice(ctx, { chainId, token }),
  })
  return newest?.usd
}

/** Prices of the hour that holds the moment and of the day before it; trades come many at a time. */
function findHour(ctx: Context, { chainId, token, at }: TokenAt): Promise<readonly PricePoint[]> {
  const begin = startOfCandle(at, hour)
  const isPast = begin + hour + freshSeconds < toUnixSeconds(ctx.now())
  const range = { from: begin - daySeconds, to: begin + hour, seconds: fiveMinutes }
  return remembered(ctx, `affiliate/prices/${chainId}/${isPast ? 'past' : 'present'}`, {
    key: `${token}/${begin}`,
    forMs: isPast ? pastMs : presentMs,
    most: keptHours,
    load: () => findPriceSeries(ctx, { chainId, token, ...range }),
  })
}
