import { type Context, defineSlot } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { isServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import type { PricePoint } from '@/lib/market/candles/candle'
import { getTokens } from '@/lib/tokens/get-tokens'
import { fetchUsdPrice } from './coingecko'
import { findDollarPrice } from './find-dollar-price'
import { listPricePools } from './list-price-pools'
import { listPricesAt } from './list-prices-at'

/** A token of a network; the native token by its pseudo-address or its wrapped token's address. */
type TokenOnNetwork = { readonly chainId: number; readonly token: Address }

/**
 * Finds the price of one whole token in US dollars, and its time: from the network's own liquidity, else from
 * CoinGecko if a key is configured. Undefined if no source has a price.
 *
 * @throws {ServiceError} RateLimited on too many requests for unknown tokens; InternalServerError when a source
 * is down and no other has a price.
 */
export async function findUsdPrice(
  ctx: Context,
  query: TokenOnNetwork,
): Promise<PricePoint | undefined> {
  let failure: unknown
  try {
    const own = await findLiquidityPrice(ctx, query)
    if (own) return own
  } catch (error) {
    if (isServiceError(error) && error.code === 'RateLimited') throw error
    failure = error
  }
  const price = await queryProvider(ctx, query)
  if (!price && failure) throw failure
  return price
}

/** Within this many seconds, the present price stands for a past one that no candle has. */
const presentSeconds = 600

/**
 * Finds the price of one whole token in US dollars at a time (Unix seconds), as {@link listPricesAt}; where that has
 * none for the last ten minutes, the present price. Undefined without a price.
 *
 * @throws {ServiceError} as {@link findUsdPrice} and {@link listPricesAt}.
 */
export async function findUsdPriceAt(
  ctx: Context,
  { at, ...query }: TokenOnNetwork & { readonly at: number },
): Promise<number | undefined> {
  const priceAt = await listPricesAt(ctx, { ...query, times: new Map([[query.token, [at]]]) })
  const past = priceAt(query.token, at)
  if (past !== undefined || toUnixSeconds(ctx.now()) - at >= presentSeconds) return past
  return (await findUsdPrice(ctx, query))?.usd
}

/** Milliseconds for which CoinGecko is not asked again about a token that it does not know. */
const unknownMs = 60_000

/** When CoinGecko last did not know a token, in milliseconds. */
const unknownTokens = defineSlot(
  'market/unknown-tokens',
  (_, _chainId: number) => new Map<Address, number>(),
)

async function queryProvider(ctx: Context, query: TokenOnNetwork): Promise<PricePoint | undefined> {
  const unknown = unknownTokens(ctx, query.chainId)
  const { token } = query
  const since = unknown.get(token)
  if (since !== undefined && since > ctx.now() - unknownMs) return undefined
  const price = await fetchUsdPrice(ctx, query)
  unknown.delete(token)
  if (price) return price
  unknown.set(token, ctx.now())
  if (unknown.size > 10_000) unknown.delete(unknown.keys().next().value ?? token)
  return undefined
}

async function findLiquidityPrice(
  ctx: Context,
  { chainId, ...query }: TokenOnNetwork,
): Promise<PricePoint | undefined> {
  const { network } = ctx.chain(chainId)
  const token = asErc20(query.token, network)
  if (token === network.usdToken) return { usd: 1, at: toUnixSeconds(ctx.now()) }
  if (!(await listPricePools(ctx, { chainId, token }))) return undefined
  const [price, tokens] = await Promise.all([
    findDollarPrice(ctx, { chainId, token }),
    getTokens(ctx, { chainId, addresses: [token] }),
  ])
  const decimals = tokens.get(token)?.decimals
  if (!price || decimals === undefined) return undefined
  const usd = price.usd * 10 ** (decimals - network.usdDecimals)
  return Number.isFinite(usd) && usd > 0 ? { usd, at: price.at } : undefined
}
