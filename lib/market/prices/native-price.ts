import type { Address } from '@/lib/core/address'
import type { Network } from '@/lib/core/networks'
import { isPairPool, type Pool } from '@/lib/liquidity/pool'
import { findRoute } from '@/lib/routing/find-route'
import { dollarPrices } from './dollar-prices'
import { poolPriceOf } from './pool-price'

/** Scale of native prices: native atoms per this many token atoms. */
export const priceScale = 10n ** 18n

/**
 * Price of `token` as native atoms per 1e18 token atoms, or undefined when no route reaches the wrapped native
 * token.
 *
 * It is the median over the token's deep pools with base tokens, so that one that is pushed does not set it
 * where there are three. A token without a deep pool has the price at which a tenth of a native token (a whole
 * one where it is worth a dollar) is bought, so that dust pools do not set it (orderbook practice: estimate a
 * fixed native amount).
 */
export function nativePrice(
  pools: readonly Pool[],
  network: Network,
  token: Address,
): bigint | undefined {
  if (token === network.wrappedNative) return priceScale
  return medianPrice(pools, network, token) ?? routePrice(pools, network, token)
}

/** Whether deep pools price a token, so that its price is no single trader's. */
export function isDeeplyPriced(pools: readonly Pool[], network: Network, token: Address): boolean {
  return token === network.wrappedNative || medianPrice(pools, network, token) !== undefined
}

function medianPrice(pools: readonly Pool[], network: Network, token: Address): bigint | undefined {
  const priceOf = dollarPrices(pools.filter(isPairPool).map(poolPriceOf), network)
  return scaledRatio(priceOf(token)?.usd, priceOf(network.wrappedNative)?.usd)
}

/** The price of one token in another, times {@link priceScale}, from the prices of one atom of each. */
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
