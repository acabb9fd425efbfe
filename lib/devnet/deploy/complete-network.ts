import type { Address } from '@/lib/core/address'
import { getNetwork, nativeOrdersContract } from '@/lib/core/networks'
import { vaultMaker } from '@/lib/devnet/market/vault-market'
import type { Rpc } from '@/lib/devnet/rpc'
import { deployBalancer } from './deploy-balancer'
import { deployNativeOrders } from './deploy-native-orders'
import { deployTrampoline } from './deploy-trampoline'

/** Adds the contracts that a running embedded network, built by an earlier version, lacks. */
export async function completeNetwork(rpc: Rpc, chainId: number): Promise<void> {
  const isMissing = async (address: Address) =>
    (await rpc('eth_getCode', [address, 'latest'])) === '0x'
  if (await isMissing(getNetwork(chainId).hooksTrampoline)) await deployTrampoline(rpc, chainId)
  if (await isMissing(nativeOrdersContract)) await deployNativeOrders(rpc, chainId)
  if (await isMissing(vaultMaker)) await deployBalancer(rpc, chainId)
}
