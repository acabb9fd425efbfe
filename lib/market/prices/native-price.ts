import type { Address } from '@/lib/core/address'
import type { Network } from '@/lib/core/networks/network'
import { isPairPool, type Pool } from '@/lib/liquidity/pool'
import { findRoute } from '@/lib/routing/find-route'
import { dollarPrices } from './dollar-prices'
import { poolPriceOf } from './pool-price'

/** Token atoms that a native price refers to. */
export const priceScale = 10n ** 18n

/**
 * Returns the price of `token` in native atoms per 1e18 token atoms, or undefined without a route to the wrapped
 * native token.
 *
 * The price is the median over the token's deep pools with base tokens: of three or more pools, a single
 * manipulated one cannot set it. A token without a deep pool has the price of buying 0.1 native tokens (1 xDAI
 * where the native token is a dollar), so that dust pools cannot set it. CoW Protocol's services also estimate
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
  const buyAmount = network.nativeSymbol === 'xDAI' ? 10n ** 18n : 10n ** 17n
  const route = findRoute(pools, { sellToken: token, buyToken: network.wrappedNative, buyAmount })
  if (!route || route.sellAmount === 0n) return undefined
  return (buyAmount * priceScale) / route.sellAmount
}
