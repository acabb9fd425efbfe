import { findNetworkWith } from '@/lib/chain/find-network-with'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { getTokens } from './get-tokens'

/** The network that has a token, as {@link findNetworkWith} chooses it. */
export function findTokenNetwork(ctx: Context, address: Address): Promise<number> {
  return findNetworkWith(ctx, async (chainId) => {
    const tokens = await getTokens(ctx, { chainId, addresses: [address] })
    return tokens.get(address)?.decimals !== undefined
  })
}
