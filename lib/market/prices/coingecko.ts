import { z } from 'zod'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { toUnixSeconds } from '@/lib/core/time'
import type { PricePoint } from '@/lib/market/candles/candle'
import { requestJson } from '@/lib/providers/request-json'

/** A token of a network; the native token by its pseudo-address. */
type TokenOnNetwork = { readonly chainId: number; readonly token: Address }

const priceSchema = z.record(
  z.string(),
  z.object({ usd: z.number().nullish(), last_updated_at: z.number().nullish() }),
)

const historySchema = z.object({ prices: z.array(z.tuple([z.number(), z.number().nullable()])) })

/**
 * Fetches CoinGecko's price of one whole token; undefined if it has none or no key is configured.
 *
 * @throws {ServiceError} InternalServerError when CoinGecko is down.
 * @see https://docs.coingecko.com/reference/simple-token-price
 * @see https://docs.coingecko.com/reference/simple-price
 */
export async function fetchUsdPrice(
  ctx: Context,
  target: TokenOnNetwork,
): Promise<PricePoint | undefined> {
  const found = place(ctx, target)
  if (!found) return undefined
  const query = 'vs_currencies=usd&include_last_updated_at=true&precision=full'
  const isNative = target.token === nativeToken
  const path = isNative
    ? `simple/price?ids=${found.coin}&${query}`
    : `simple/token_price/${found.platform}?contract_addresses=${target.token}&${query}`
  const prices = await requestJson(ctx, { ...found.request(path), schema: priceSchema })
  const price = prices?.[isNative ? found.coin : target.token]
  if (!isPrice(price?.usd)) return undefined
  return { at: price?.last_updated_at ?? toUnixSeconds(ctx.now()), usd: price.usd }
}

/**
 * Fetches CoinGecko's prices of the last 24 hours, one per about five minutes, oldest first; undefined if it has
 * none or no key is configured.
 * @throws {ServiceError} InternalServerError when CoinGecko is down.
 * @see https://docs.coingecko.com/reference/contract-address-market-chart
 * @see https://docs.coingecko.com/reference/coins-id-market-chart
 */
export async function fetchPriceHistory(
  ctx: Context,
  target: TokenOnNetwork,
): Promise<readonly PricePoint[] | undefined> {
  const found = place(ctx, target)
  if (!found) return undefined
  const coin =
    target.token === nativeToken ? found.coin : `${found.platform}/contract/${target.token}`
  const path = `coins/${coin}/market_chart?vs_currency=usd&days=1`
  const history = await requestJson(ctx, { ...found.request(path), schema: historySchema })
  return history?.prices
    .flatMap(([ms, usd]) => (isPrice(usd) ? [{ at: Math.floor(ms / 1_000), usd }] : []))
    .sort((a, b) => a.at - b.at)
}

/** Excludes embedded networks: they share addresses with real networks, but not prices. */
function place(ctx: Context, { chainId }: TokenOnNetwork) {
  const provider = ctx.config.providers.coingecko
  const found = getNetwork(chainId).coingecko
  if (!provider || !found || ctx.config.embeddedChainIds.includes(chainId)) return undefined
  const request = (path: string) => ({
    provider: 'CoinGecko',
    url: `${provider.url}/${path}`,
    headers: { 'x-cg-pro-api-key': provider.key },
  })
  return { ...found, request }
}

/** CoinGecko uses zero for "unknown"; prices outside these bounds are taken as errors. */
function isPrice(usd: number | null | undefined): usd is number {
  return typeof usd === 'number' && usd > 1e-24 && usd < 1e15
}
