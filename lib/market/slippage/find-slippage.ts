import { findTip } from '@/lib/chain/block-store'
import { type Context, defineCache } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import type { OrderKind } from '@/lib/core/order'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import type { PricePoint } from '@/lib/market/candles/candle'
import { listPoolCandles } from '@/lib/market/candles/candle-store'
import { marketDown, marketIndex } from '@/lib/market/indexing/market-role'
import { findPriceSeries } from '@/lib/market/prices/find-price-series'
import { findUsdPrice } from '@/lib/market/prices/find-usd-price'
import type { Route } from '@/lib/routing/route'
import { getTokens } from '@/lib/tokens/get-tokens'
import {
  depthSwing,
  type Movement,
  measureDepth,
  type OrderSize,
  pairMovement,
  recommendSlippage,
} from './slippage'
/** The known parameters of an order; amounts in atoms. */
export type SlippageQuery = {
  /** `sell` (default) sells the base token for the quote token, `buy` buys it with the quote token. */
  readonly orderKind?: OrderKind | undefined
  readonly partiallyFillable?: boolean | undefined
  readonly sellAmount?: bigint | undefined
  readonly buyAmount?: bigint | undefined
  /** Seconds until the order expires. */
  readonly expirationTimeInSeconds?: number | undefined
  /** In atoms of the sell token; counts only together with one of the amounts. */
  readonly feeAmount?: bigint | undefined
}

/** A recommended slippage tolerance. */
export type Slippage = {
  readonly slippageBps: number
  /** Time of the underlying prices in Unix seconds. */
  readonly at: number
  /** The tokens of the query's amounts, if it had any. */
  readonly sellToken: Address | undefined
  readonly buyToken: Address | undefined
}

/**
 * Recommends a slippage tolerance for an order of two different tokens (native by its pseudo-address), from the
 * pair's prices of the last day, the pools' depth at the order's size, the change of that depth, and the order's
 * fee and expiry.
 *
 * @throws {ServiceError} NotFound when a token has no price or too few in the last day; RateLimited on too many
 * requests for unknown tokens; InternalServerError when a source is down or the index is far behind.
 */
export async function findSlippage(ctx: Context, input: Pair & SlippageQuery): Promise<Slippage> {
  const { network } = ctx.chain(input.chainId)
  const order = {
    ...input,
    base: asErc20(input.base, network),
    quote: asErc20(input.quote, network),
  }
  const pair = await findPairMovement(ctx, order)
  const depth = await readDepth(ctx, order, pair)
  const sold = depth.route?.sellAmount ?? input.sellAmount
  return {
    slippageBps: recommendSlippage({
      movement: pair.movement,
      impact: depth.impact,
      depthSwing: depth.swing,
      waitSeconds: input.expirationTimeInSeconds,
      partiallyFillable: input.partiallyFillable ?? false,
      feeShare: sold ? Number(input.feeAmount ?? 0n) / Number(sold) : 0,
    }),
    at: Math.min(pair.base.at, pair.quote.at),
    ...amountTokens(input),
  }
}

function amountTokens(input: Pair & SlippageQuery): Pick<Slippage, 'sellToken' | 'buyToken'> {
  const [sold, bought] =
    input.orderKind === 'buy' ? [input.quote, input.base] : [input.base, input.quote]
  const isSoldGiven = input.sellAmount !== undefined || input.feeAmount !== undefined
  return {
    sellToken: isSoldGiven ? sold : undefined,
    buyToken: input.buyAmount === undefined ? undefined : bought,
  }
}

type DepthNow = {
  readonly impact: number
  readonly swing: number
  readonly route: Route | undefined
}

async function readDepth(
  ctx: Context,
  { chainId, base, quote, ...order }: Pair & SlippageQuery,
  prices: PairMovement,
): Promise<DepthNow> {
  const size = sizeOf(order)
  const unknown = { impact: 0, swing: 0, route: undefined }
  if (!size) return unknown
  const [sellToken, buyToken, sold] =
    order.orderKind === 'buy' ? [quote, base, prices.quote] : [base, quote, prices.base]
  const [{ pools }, tokens] = await Promise.all([
    readPools(ctx, { chainId, tokens: [sellToken, buyToken] }),
    getTokens(ctx, { chainId, addresses: [sellToken] }),
  ])
  const smallAmount = oneDollarOf(sold.usd, tokens.get(sellToken)?.decimals ?? 18)
  const depth = measureDepth(pools, { sellToken, buyToken, size, smallAmount })
  if (!depth?.route) return { ...unknown, ...depth }
  return { ...depth, swing: await readSwing(ctx, chainId, depth.route) }
}

async function readSwing(ctx: Context, chainId: number, { hops }: Route): Promise<number> {
  const to = toUnixSeconds(ctx.now())
  const pools = hops.map(({ pool }) => pool.address)
  const day = { chainId, pools, seconds: 300, from: to - daySeconds, to }
  return depthSwing((await listPoolCandles(ctx.db, day)).values())
}

/** Returns the order's exact amount if known (sell amount of a sell order), else the other one. */
function sizeOf({ orderKind, sellAmount, buyAmount }: SlippageQuery): OrderSize | undefined {
  const isBuy = orderKind === 'buy'
  if (sellAmount !== undefined && !(isBuy && buyAmount !== undefined)) return { sellAmount }
  return buyAmount === undefined ? undefined : { buyAmount }
}

function oneDollarOf(usd: number, decimals: number): bigint {
  const atoms = 10 ** decimals / usd
  return Number.isFinite(atoms) ? BigInt(Math.round(atoms)) : 0n
}

/** A token pair of a network. */
type Pair = { readonly chainId: number; readonly base: Address; readonly quote: Address }

/** A pair's price movement of the last day, and its tokens' current prices. */
type PairMovement = {
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
async function findPairMovement(ctx: Context, pair: Pair): Promise<PairMovement> {
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
