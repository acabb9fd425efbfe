import { type Context, defineCache, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { minAmount } from '@/lib/core/amount'
import { daySeconds } from '@/lib/core/time'
import { microsPerUsd } from '@/lib/core/usd'
import { candleSeconds, startOfCandle } from '@/lib/market/candles/candle'
import { marketDown } from '@/lib/market/indexing/market-role'
import { findCandleTip } from '@/lib/market/indexing/market-tip-query'
import { findOwnPriceSeries } from '@/lib/market/prices/find-price-series'
import { getTokens } from '@/lib/tokens/get-tokens'

/** Upper bound of a value, so that no sum overflows its column: 10^18 dollars. */
const maxMicros = 10n ** 24n

/**
 * Returns the value of token atoms at a time, in millionths of a dollar; undefined without a price.
 *
 * @throws {ServiceError} InternalServerError when a source is down.
 */
export async function valueAmount(
  ctx: Context,
  { amount, ...query }: TokenAt & { readonly amount: bigint },
): Promise<bigint | undefined> {
  const price = await findPriceAt(ctx, query)
  if (!price) return undefined
  const micros = (Number(amount) * price.usd * Number(microsPerUsd)) / 10 ** price.decimals
  if (!Number.isFinite(micros)) return maxMicros
  return minAmount(BigInt(Math.floor(micros)), maxMicros)
}

/** A token of a network (wrapped instead of native) at a time in Unix seconds. */
type TokenAt = { readonly chainId: number; readonly token: Address; readonly at: number }

/** US dollars per whole token, and the token's decimals. */
type TokenPrice = { readonly usd: number; readonly decimals: number }

const fiveMinutes = candleSeconds['5m']

/** Lookback windows in seconds, tried in turn; the longest is for base tokens only. */
const lookbacks = [candleSeconds['1h'], daySeconds]
const baseLookbacks = [...lookbacks, 7 * daySeconds]

/** Milliseconds for which prices are cached. They never change; the time limits the memory. */
const cacheMs = 3_600_000
/** Maximum cached prices: a day's 5-minute slots of 70 tokens. */
const maxEntries = 20_000

const prices = defineCache<TokenPrice | undefined>('affiliate/prices', {
  forMs: cacheMs,
  max: maxEntries,
})

/**
 * Returns a token's price in US dollars at a time, from our own candles only: the close of the last traded 5-minute
 * candle, at most a day back (a base token: a week). Requires one more full candle before the time, so that a
 * short-lived price is ignored and later trades change nothing. Undefined when there is no price, for good.
 *
 * @throws {ServiceError} InternalServerError when a source is down or the network's candles do not reach the time yet.
 */
async function findPriceAt(ctx: Context, query: TokenAt): Promise<TokenPrice | undefined> {
  const { chainId, token, at } = query
  const slot = startOfCandle(at)
  await checkCandles(ctx, { chainId, at: slot })
  return prices(ctx, {
    scope: chainId,
    key: `${token}/${slot}`,
    load: () => findPriceBefore(ctx, { chainId, token, at: slot }),
  })
}

/** Uses complete candles only; the last one just confirms that the price before it persisted. */
async function findPriceBefore(
  ctx: Context,
  { chainId, token, at }: TokenAt,
): Promise<TokenPrice | undefined> {
  const to = at - fiveMinutes
  const isBase = ctx.chain(chainId).network.baseTokens.includes(token)
  for (const seconds of isBase ? baseLookbacks : lookbacks) {
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

/** Lifetime of the cached index tip in milliseconds. */
const tipMs = 1_000

const tipOf = defineSlot('affiliate/candle-tip', (_, _chainId: number) => ({ at: -1, readMs: 0 }))

async function checkCandles(
  ctx: Context,
  { chainId, at }: { readonly chainId: number; readonly at: number },
): Promise<void> {
  const cached = tipOf(ctx, chainId)
  if (cached.at >= at && ctx.now() - cached.readMs < tipMs) return
  const tip = await findCandleTip(ctx.db, chainId)
  Object.assign(cached, { at: tip?.at ?? -1, readMs: ctx.now() })
  if (cached.at < at) throw marketDown(ctx.chain(chainId).network, `its candles end at ${tip?.at}`)
}
