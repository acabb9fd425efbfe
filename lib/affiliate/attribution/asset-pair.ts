import type { Address } from '@/lib/core/address'
import { assetOf } from '@/lib/core/assets'
import { getNetwork } from '@/lib/core/networks'
import type { PairTrade } from './referral-trade'

/** What a trade moved, as keys: the two assets on their network in its direction, and in the other one. */
export type AssetPair = { readonly there: string; readonly back: string }

/** The assets of a trade's two tokens; undefined where they are one. */
export function findAssetPair(trade: PairTrade): AssetPair | undefined {
  if (isWithinAsset(trade)) return undefined
  const { chainId, sellToken, buyToken } = trade
  const network = getNetwork(chainId)
  const sold = assetOf(network, sellToken)
  const bought = assetOf(network, buyToken)
  return { there: `${chainId}:${sold}:${bought}`, back: `${chainId}:${bought}:${sold}` }
}

/** Whether a trade's two tokens follow the same thing, so that it moved nothing. */
export function isWithinAsset({ chainId, sellToken, buyToken }: PairTrade): boolean {
  const network = getNetwork(chainId)
  return assetOf(network, sellToken) === assetOf(network, buyToken)
}

/** {@link findAssetPair} for many trades of few pairs, without building the same keys again. */
export function rememberAssetPairs(): typeof findAssetPair {
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
