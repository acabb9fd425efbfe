import { type Address, asErc20, nativeToken } from './address'
import { getNetwork } from './networks'
import type { Network } from './networks/network'

/** The asset that a token tracks: the first token of its group, or the token itself when it has no group. */
export function assetOf(network: Network, token: Address): Address {
  const erc20 = asErc20(token, network)
  return groupOf(network, erc20)?.[0] ?? erc20
}

/** Every grouped token of a network; the wrapped token stands for the native one. */
export function listAssetTokens(network: Network): readonly Address[] {
  return network.assetGroups.flat()
}

/** All tokens that track the same asset, including the token itself and the native token where it belongs. */
export function tokensOfAsset(network: Network, token: Address): readonly Address[] {
  const erc20 = asErc20(token, network)
  const group = groupOf(network, erc20) ?? [erc20]
  return group.includes(network.wrappedNative) ? [...group, nativeToken] : group
}

/** Returns whether a token is on its network's list of rebasing tokens. */
export function isRebasing(chainId: number, token: Address): boolean {
  return getNetwork(chainId).rebasingTokens.includes(token)
}

function groupOf({ assetGroups }: Network, token: Address): readonly Address[] | undefined {
  return assetGroups.find((group) => group.includes(token))
}
