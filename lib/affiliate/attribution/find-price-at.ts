import { type Context, contextCache, contextSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { daySeconds } from '@/lib/core/time'
import { candleSeconds, startOfCandle } from '@/lib/market/candles/candle'
import { findCandleTip } from '@/lib/market/candles/pool-close-store'
import { marketDown } from '@/lib/market/indexing/market-role'
import { findOwnPriceSeries } from '@/lib/market/prices/find-price-series'
import { getTokens } from '@/lib/tokens/get-tokens'

/** A token of a network, the wrapped one for the native, at a moment, Unix seconds. */
export type TokenAt = { readonly chainId: number; readonly token: Address; readonly at: number }

/** Dollars for one whole token, and its decimals. */
type TokenPrice = { readonly usd: number; readonly decimals: number }

const fiveMinutes = candleSeconds['5m']

/** Seconds before a moment in which prices are looked for, until there is one; the last for base tokens alone. */
const lookBacks = [candleSeconds['1h'], daySeconds]
const baseLookBacks = [...lookBacks, 7 * daySeconds]

/** Milliseconds for which prices are given again, and how many are kept. */
const keptMs = 3_600_000
const maxEntries = 20_000

/**
 * What one whole token was worth in US dollars at a moment, by our own candles alone: at the end of the last five
 * minutes in which it was traded, a day before at the most (a base token: a week), after which another full five
 * minutes passed before the moment, so that a price that did not stay is not believed and no later trade changes it.
 * Undefined when nothing told: no later question finds more.
 *
 * @throws {ServiceError} InternalServerError when a source is down, or while the network's candles have not come to
 * the five minutes that hold the moment.
 */
export async function findPriceAt(ctx: Context, asked: TokenAt): Promise<TokenPrice | undefined> {
  const { chainId, token, at } = asked
  const slot = startOfCandle(at)
  await checkCandles(ctx, { chainId, at: slot })
  return contextCache(ctx, `affiliate/prices/${chainId}`, {
    key: `${token}/${slot}`,
    forMs: keptMs,
    max: maxEntries,
    load: () => findPriceBefore(ctx, { chainId, token, at: slot }),
  })
}

/** By the candles that were full at the moment, the last of which only tells whether the price before it stayed. */
async function findPriceBefore(
  ctx: Context,
  { chainId, token, at }: TokenAt,
): Promise<TokenPrice | undefined> {
  const to = at - fiveMinutes
  const isBase = ctx.chain(chainId).network.baseTokens.includes(token)
  for (const seconds of isBase ? baseLookBacks : lookBacks) {
    const range = { from: to - seconds, to, seconds: fiveMinutes }
    const series = await findOwnPriceSeries(ctx, { chainId, token, ...range })
    const last = series.at(-1)
    if (last) return withDecimals(ctx, { chainId, token }, last.usd)
  }
  return undefined
}

async function withDecimals(
  ctx: Context,
  { chainId, token }: Omit<TokenAt, 'at'>,
  usd: number,
): Promise<TokenPrice | undefined> {
  const { decimals } = (await getTokens(ctx, { chainId, addresses: [token] })).get(token) ?? {}
  return decimals === undefined ? undefined : { usd, decimals }
}

/** Milliseconds for which the index is taken to be as far as it was. */
const tipMs = 1_000

async function checkCandles(
  ctx: Context,
  { chainId, at }: { readonly chainId: number; readonly at: number },
): Promise<void> {
  const seen = contextSlot(ctx, `affiliate/candles/${chainId}`, () => ({ at: -1, readMs: 0 }))
  if (seen.at >= at && ctx.now() - seen.readMs < tipMs) return
  const tip = await findCandleTip(ctx.db, chainId)
  Object.assign(seen, { at: tip?.at ?? -1, readMs: ctx.now() })
  if (seen.at < at) throw marketDown(ctx.chain(chainId).network, `its candles end at ${tip?.at}`)
}
