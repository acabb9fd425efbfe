import type { Address } from '@/lib/core/address'
import { assetOf } from '@/lib/core/assets'
import { getNetwork } from '@/lib/core/networks'
import type { PairTrade } from './referral-trade'

/** Keys of a trade's two assets on its network, in its own direction and in reverse. */
export type AssetPair = { readonly there: string; readonly back: string }

/** Returns the assets of a trade's two tokens; undefined when both follow the same asset. */
export function findAssetPair(trade: PairTrade): AssetPair | undefined {
  if (isWithinAsset(trade)) return undefined
  const { chainId, sellToken, buyToken } = trade
  const network = getNetwork(chainId)
  const sold = assetOf(network, sellToken)
  const bought = assetOf(network, buyToken)
  return { there: `${chainId}:${sold}:${bought}`, back: `${chainId}:${bought}:${sold}` }
}

/** Whether a trade's two tokens follow the same asset, so that it changed no exposure. */
export function isWithinAsset({ chainId, sellToken, buyToken }: PairTrade): boolean {
  const network = getNetwork(chainId)
  return assetOf(network, sellToken) === assetOf(network, buyToken)
}

/** Creates a memoised {@link findAssetPair}, for many trades of few pairs. */
export function memoizeAssetPairs(): typeof findAssetPair {
  const networks = new Map<number, Map<Address, Map<Address, AssetPair | undefined>>>()
  return (trade) => {
    const { chainId, sellToken, buyToken } = trade
    const bySold = networks.get(chainId) ?? new Map<Address, Map<Address, AssetPair | undefined>>()
    const byBought = bySold.get(sellToken) ?? new Map<Address, AssetPair | undefined>()
    if (byBought.has(buyToken)) return byBought.get(buyToken)
    const pair = findAssetPair(trade)
    networks.set(chainId, bySold.set(sellToken, byBought.set(buyToken, pair)))
    return pair
  }
}
