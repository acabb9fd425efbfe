import { assetOf } from '@/lib/core/assets'
import { getNetwork } from '@/lib/core/networks'
import type { PairTrade } from './referral-trade'

/** What a trade moved, as keys: the two assets on their network in its direction, and in the other one. */
export type AssetPair = { readonly there: string; readonly back: string }

/** The assets of a trade's two tokens; undefined where they are one, so that the trade moved nothing. */
export function findAssetPair({ chainId, sellToken, buyToken }: PairTrade): AssetPair | undefined {
  const network = getNetwork(chainId)
  const sold = assetOf(network, sellToken)
  const bought = assetOf(network, buyToken)
  if (sold === bought) return undefined
  return { there: `${chainId}:${sold}:${bought}`, back: `${chainId}:${bought}:${sold}` }
}
