import { type Context, contextSlot } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { isServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import type { PricePoint } from '@/lib/market/candles/candle'
import { getTokens } from '@/lib/tokens/get-tokens'
import { fetchUsdPrice } from './coingecko'
import { findDollarPrice } from './find-dollar-price'
import { listPricePools } from './list-price-pools'

/** A token of a network; the native one by its pseudo-address or its wrapped token's. */
type TokenOnNetwork = { readonly chainId: number; readonly token: Address }

/**
 * What one whole token is worth in US dollars, and when that was: by the network's own liquidity, else, when a
 * key is configured, by CoinGecko. Undefined when every source says that it has no price.
 *
 * @throws {ServiceError} RateLimited when too many unknown tokens are asked for; InternalServerError when
 * a source is down and no other has a price.
 */
export async function findUsdPrice(
  ctx: Context,
  asked: TokenOnNetwork,
): Promise<PricePoint | undefined> {
  let failure: unknown
  try {
    const own = await findLiquidityPrice(ctx, asked)
    if (own) return own
  } catch (error) {
    if (isServiceError(error) && error.code === 'RateLimited') throw error
    failure = error
  }
  const price = await askProvider(ctx, asked)
  if (!price && failure) throw failure
  return price
}

/** Milliseconds for which a provider is not asked again for a token that it does not know. */
const unknownForMs = 60_000

async function askProvider(ctx: Context, asked: TokenOnNetwork): Promise<PricePoint | undefined> {
  const unknown = contextSlot(
    ctx,
    `market/unknown/${asked.chainId}`,
    () => new Map<Address, number>(),
  )
  const { token } = asked
  const since = unknown.get(token)
  if (since !== undefined && since > ctx.now() - unknownForMs) return undefined
  const price = await fetchUsdPrice(ctx, asked)
  unknown.delete(token)
  if (price) return price
  unknown.set(token, ctx.now())
  if (unknown.size > 10_000) unknown.delete(unknown.keys().next().value ?? token)
  return undefined
}

async function findLiquidityPrice(
  ctx: Context,
  { chainId, ...asked }: TokenOnNetwork,
): Promise<PricePoint | undefined> {
  const { network } = ctx.chain(chainId)
  const token = asErc20(asked.token, network)
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
