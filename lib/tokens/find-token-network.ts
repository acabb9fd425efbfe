import { findNetworkWith } from '@/lib/chain/find-network-with'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { getTokens } from './get-tokens'

/** Returns the network that has a token, chosen as by {@link findNetworkWith}. */
export function findTokenNetwork(ctx: Context, address: Address): Promise<number> {
  return findNetworkWith(ctx, async (chainId) => {
    const tokens = await getTokens(ctx, { chainId, addresses: [address] })
    return tokens.get(address)?.decimals !== undefined
  })
}
