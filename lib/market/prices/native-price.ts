import type { Context } from '@/lib/context'
import { type Address, asErc20 } from '@/lib/core/address'
import { ServiceError } from '@/lib/core/errors'
import type { Network } from '@/lib/core/networks/network'
import { findHolder, isPairPool, type Pool } from '@/lib/liquidity/pool'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import { findRoute } from '@/lib/routing/find-route'
import { checkTokens } from '@/lib/tokens/policy/check-tokens'
import { dollarPrices } from './dollar-prices'
import { findDollarPrice } from './find-dollar-price'
import { poolPriceOf } from './pool-price'

/** Token atoms that a native price refers to. */
export const priceScale = 10n ** 18n

/**
 * Returns the price of `token` in native atoms per 1e18 token atoms, or undefined without a route to the wrapped
 * native token.
 *
 * The price is the median over the token's deep pools with base tokens: of three or more pools, a single
 * manipulated one cannot set it. A token without a deep pool has the price of buying the network’s `pricingAmount`,
 * so that dust pools cannot set it. CoW Protocol’s services also estimate
 * a fixed native amount.
 */
export function nativePrice(
  pools: readonly Pool[],
  network: Network,
  token: Address,
): bigint | undefined {
  if (token === network.wrappedNative) return priceScale
  return medianPrice(pools, network, token) ?? routePrice(pools, network, token)
}

/** Whether deep pools price a token, so that a single small trade cannot set the price. */
export function isDeeplyPriced(pools: readonly Pool[], network: Network, token: Address): boolean {
  return token === network.wrappedNative || medianPrice(pools, network, token) !== undefined
}

function medianPrice(pools: readonly Pool[], network: Network, token: Address): bigint | undefined {
  const priceOf = dollarPrices(pools.filter(isPairPool).map(poolPriceOf), network)
  return scaledRatio(priceOf(token)?.usd, priceOf(network.wrappedNative)?.usd)
}

/** Returns the ratio of two prices per atom, times {@link priceScale}. */
export function scaledRatio(usd: number | undefined, nativeUsd: number | undefined) {
  if (usd === undefined || nativeUsd === undefined) return undefined
  const scaled = (usd / nativeUsd) * Number(priceScale)
  return scaled >= 1 && Number.isFinite(scaled) ? BigInt(Math.round(scaled)) : undefined
}

function routePrice(pools: readonly Pool[], network: Network, token: Address): bigint | undefined {
  const { pricingAmount: buyAmount } = network
  const route = findRoute(pools, { sellToken: token, buyToken: network.wrappedNative, buyAmount })
  if (!route || route.sellAmount === 0n) return undefined
  return (buyAmount * priceScale) / route.sellAmount
}

/**
 * Returns a token's native price from the network's liquidity: native atoms per 1e18 token atoms. Smoothed like
 * {@link findDollarPrice}, or from the newest block alone if the token has no deep pool.
 *
 * @throws {ServiceError} UnsupportedToken; NoLiquidity without a route to the native token;
 * InternalServerError when the network's RPC is down.
 */
export async function getNativePrice(
  ctx: Context,
  { chainId, ...query }: { readonly chainId: number; readonly token: Address },
): Promise<bigint> {
  const { network } = ctx.chain(chainId)
  const token = asErc20(query.token, network)
  const { pools } = await readPools(ctx, { chainId, tokens: [token] })
  const holderOf = (address: Address) => findHolder(pools, address)
  await checkTokens(ctx, { chainId, addresses: [token], holderOf })
  const price = (await smoothedPrice(ctx, chainId, token)) ?? nativePrice(pools, network, token)
  if (price) return price
  throw new ServiceError(
    'NoLiquidity',
    `no liquidity path leads from ${token} to the native token; ask for another token`,
  )
}

async function smoothedPrice(
  ctx: Context,
  chainId: number,
  token: Address,
): Promise<bigint | undefined> {
  const { wrappedNative } = ctx.chain(chainId).network
  if (token === wrappedNative) return undefined
  const [price, native] = await Promise.all([
    findDollarPrice(ctx, { chainId, token }),
    findDollarPrice(ctx, { chainId, token: wrappedNative }),
  ])
  return scaledRatio(price?.usd, native?.usd)
}
