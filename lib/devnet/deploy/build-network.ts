import type { Address } from '@/lib/core/address'
import { getNetwork, nativeOrdersContract } from '@/lib/core/networks'
import { listTestAccounts } from '@/lib/devnet/accounts'
import { getEmbeddedNetwork } from '@/lib/devnet/embedded-networks'
import { testAccountUsd, topUpTransaction } from '@/lib/devnet/faucet'
import { vaultMaker } from '@/lib/devnet/market/vault-market'
import { type Rpc, sendTransaction } from '@/lib/devnet/rpc'
import { deployBalancer } from './deploy-balancer'
import { contractWallets, deployFixtures } from './deploy-fixtures'
import { deployNativeOrders } from './deploy-native-orders'
import { deployPools } from './deploy-pools'
import { deploySettlement, deployVault } from './deploy-settlement'
import { deployHelpers, deployTokens } from './deploy-tokens'
import { deployTrampoline } from './deploy-trampoline'
import { deployUniswap } from './deploy-uniswap'

/**
 * Turns an empty Anvil that mines on demand into an embedded network: contracts, tokens, pools and test account
 * balances. Takes about a second; the market opens at the chain's current time.
 */
export async function buildNetwork(rpc: Rpc, chainId: number): Promise<void> {
  await deployHelpers(rpc, chainId)
  await deployTokens(rpc, chainId)
  await deployVault(rpc, chainId)
  await deploySettlement(rpc)
  await deployTrampoline(rpc, chainId)
  await deployNativeOrders(rpc, chainId)
  await deployUniswap(rpc, chainId)
  await deployPools(rpc, chainId)
  await deployBalancer(rpc, chainId)
  const { hasFixtures, tokens } = getEmbeddedNetwork(chainId)
  if (hasFixtures) await deployFixtures(rpc)
  const holders = [
    ...listTestAccounts().map(({ address }) => address),
    ...(hasFixtures ? contractWallets : []),
  ]
  for (const holder of holders) {
    await sendTransaction(rpc, topUpTransaction(holder, { tokens, usd: testAccountUsd }))
  }
}

/** Adds the contracts that a running embedded network, built by an earlier version, lacks. */
export async function completeNetwork(rpc: Rpc, chainId: number): Promise<void> {
  const isMissing = async (address: Address) =>
    (await rpc('eth_getCode', [address, 'latest'])) === '0x'
  if (await isMissing(getNetwork(chainId).hooksTrampoline)) await deployTrampoline(rpc, chainId)
  if (await isMissing(nativeOrdersContract)) await deployNativeOrders(rpc, chainId)
  if (await isMissing(vaultMaker)) await deployBalancer(rpc, chainId)
}
