import { findTip } from '@/lib/chain/block-store'
import { type Context, contextCache } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import type { PricePoint } from '@/lib/market/candles/candle'
import { marketDown, marketIndex } from '@/lib/market/indexing/market-role'
import { findPriceSeries } from '@/lib/market/prices/find-price-series'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import { type Movement, pairMovement } from './slippage-movement'

/** Two tokens of a network. */
export type Pair = { readonly chainId: number; readonly base: Address; readonly quote: Address }

/** How a pair has moved in its last day, and what its tokens are worth now. */
export type PairMovement = {
  readonly movement: Movement
  readonly base: PricePoint
  readonly quote: PricePoint
}

/** Seconds by which the market index may be behind for "no data" to be its answer. */
const maxSecondsBehind = 3_600

/** Milliseconds for which a pair's movement is given again, and how many pairs are kept. */
const keptMs = 30_000
const keptPairs = 1_000

/**
 * How the price of a pair has moved in the last 24 hours; half a minute old at most.
 *
 * @throws {ServiceError} NotFound when a token has no price, or too few in the last day; RateLimited when
 * too many unknown tokens are asked for; InternalServerError when a source is down or the index far behind.
 */
export async function findPairMovement(ctx: Context, pair: Pair): Promise<PairMovement> {
  return contextCache(ctx, 'market/movements', {
    key: `${pair.chainId}/${pair.base}/${pair.quote}`,
    forMs: keptMs,
    max: keptPairs,
    load: () => readMovement(ctx, pair),
  })
}

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

/** A history that is missing because nobody has read it yet is not one that does not exist. */
async function checkIndex(ctx: Context, chainId: number, head: number): Promise<void> {
  const tip = await findTip(ctx.db, marketIndex(chainId))
  if (tip && tip.timestamp >= head - maxSecondsBehind) return
  throw marketDown(ctx.chain(chainId).network, `it is at ${tip?.timestamp}`)
}

function noMarketData(token: Address): ServiceError {
  const problem = `market data unavailable: no prices of the last day for ${token}`
  return new ServiceError('NotFound', problem)
}
