import { findTip } from '@/lib/chain/block-store'
import { type Context, defineCache } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import type { PricePoint } from '@/lib/market/candles/candle'
import { marketDown, marketIndex } from '@/lib/market/indexing/market-role'
import { findPriceSeries } from '@/lib/market/prices/find-price-series'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import { type Movement, pairMovement } from './slippage-movement'

/** A token pair of a network. */
export type Pair = { readonly chainId: number; readonly base: Address; readonly quote: Address }

/** A pair's price movement of the last day, and its tokens' current prices. */
export type PairMovement = {
  readonly movement: Movement
  readonly base: PricePoint
  readonly quote: PricePoint
}

/** Maximum lag of the market index in seconds for "no data" to be conclusive. */
const maxSecondsBehind = 3_600

/** Milliseconds for which a pair's movement is cached, and the maximum number of cached pairs. */
const cacheMs = 30_000
const maxEntries = 1_000

/**
 * Finds a pair's price movement of the last 24 hours, at most 30 seconds old.
 *
 * @throws {ServiceError} NotFound when a token has no price or too few in the last day; RateLimited on too many
 * requests for unknown tokens; InternalServerError when a source is down or the index is far behind.
 */
export async function findPairMovement(ctx: Context, pair: Pair): Promise<PairMovement> {
  return movements(ctx, {
    key: `${pair.chainId}/${pair.base}/${pair.quote}`,
    load: () => readMovement(ctx, pair),
  })
}

const movements = defineCache<PairMovement>('market/movements', { forMs: cacheMs, max: maxEntries })

async function readMovement(ctx: Context, pair: Pair): Promise<PairMovement> {
  const [base, quote] = await Promise.all([
    getUsdPrice(ctx, pair.chainId, pair.base),
    getUsdPrice(ctx, pair.chainId, pair.quote),
  ])
  const to = toUnixSeconds(ctx.now())
  const range = { chainId: pair.chainId, seconds: 300, from: to - daySeconds, to } as const
  const [ofBase, ofQuote] = await Promise.all([
    findPriceSeries(ctx, { ...range, token: pair.base }),
    findPriceSeries(ctx, { ...range, token: pair.quote }),
  ])
  const prices = { basePrice: base.usd, quotePrice: quote.usd }
  const movement = pairMovement({ base: ofBase, quote: ofQuote, ...prices })
  if (movement) return { movement, base, quote }
  await checkIndex(ctx, pair.chainId, Math.min(base.at, quote.at))
  throw noMarketData(ofBase.length < 2 ? pair.base : pair.quote)
}

async function getUsdPrice(ctx: Context, chainId: number, token: Address): Promise<PricePoint> {
  const price = await findUsdPrice(ctx, { chainId, token })
  if (price) return price
  throw noMarketData(token)
}

/** Throws if the index is behind: the missing history may just not be indexed yet. */
async function checkIndex(ctx: Context, chainId: number, head: number): Promise<void> {
  const tip = await findTip(ctx.db, marketIndex(chainId))
  if (tip && tip.timestamp >= head - maxSecondsBehind) return
  throw marketDown(ctx.chain(chainId).network, `it is at ${tip?.timestamp}`)
}

function noMarketData(token: Address): ServiceError {
  const problem = `market data unavailable: no prices of the last day for ${token}`
  return new ServiceError('NotFound', problem)
}
