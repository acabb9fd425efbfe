import type { Address } from '@/lib/core/address'
import type { Network } from '@/lib/core/networks'
import { findRoute } from '@/lib/liquidity/find-route'
import type { Pool } from '@/lib/liquidity/pool'

/** Scale of native prices: native atoms per this many token atoms. */
export const priceScale = 10n ** 18n

/**
 * Price of `token` as native atoms per 1e18 token atoms, or undefined when no route reaches the
 * wrapped native token. It is what buying a tenth of a native token (a whole one where it is worth a
 * dollar) costs, so that dust pools do not set it (orderbook practice: estimate a fixed native amount).
 */
export function nativePrice(
  pools: readonly Pool[],
  network: Network,
  token: Address,
): bigint | undefined {
  if (token === network.wrappedNative) return priceScale
  const buyAmount = network.nativeSymbol === 'xDAI' ? 10n ** 18n : 10n ** 17n
  const route = findRoute(pools, { sellToken: token, buyToken: network.wrappedNative, buyAmount })
  if (!route || route.sellAmount === 0n) return undefined
  return (buyAmount * priceScale) / route.sellAmount
}
