import { defaultSettlement, getNetwork, nativeOrdersContract } from '@/lib/core/networks'
import nativeOrders from '@/lib/devnet/contracts/artifacts/native-orders.json' with { type: 'json' }
import type { Rpc } from '@/lib/devnet/rpc'
import { ownArtifact } from './deploy-tokens'
import { placeContract } from './place-contract'

/**
 * Places our own contract for orders that sell the native token at the public contract's address. Requires the
 * settlement contract and the wrapped native token.
 */
export async function deployNativeOrders(rpc: Rpc, chainId: number): Promise<void> {
  await placeContract(rpc, {
    ...ownArtifact(nativeOrders),
    address: nativeOrdersContract,
    args: [defaultSettlement, getNetwork(chainId).wrappedNative],
  })
}
