import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'

/** Returns the trusted contracts of a network: its base tokens, and those that place native orders. */
export function knownContracts(
  { config }: Pick<Context, 'config'>,
  chainId: number,
): ReadonlySet<Address> {
  const { baseTokens, wrappedNative } = getNetwork(chainId)
  const placers = config.onchainOrderContracts.get(chainId) ?? []
  return new Set([...baseTokens, wrappedNative, nativeToken, ...placers])
}
