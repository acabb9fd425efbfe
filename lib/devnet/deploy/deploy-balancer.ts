import { type Address, zeroAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault, getNetwork } from '@/lib/core/networks'
import type { VaultPoolKind } from '@/lib/core/pool-factories'
import { operator } from '@/lib/devnet/accounts'
import { atomsOf, getDevnetToken, listDevnetVaultPools } from '@/lib/devnet/embedded-networks'
import { deployVaultMaker } from '@/lib/devnet/market/vault-market'
import type { DevnetVaultPool } from '@/lib/devnet/networks/embedded-network'
import type { Rpc } from '@/lib/devnet/rpc'
import { openVaultPool, type VaultPoolOrder } from './open-vault-pool'
import { readPackageArtifact } from './package-artifact'
import { type Placement, placeContract } from './place-contract'
/** The vault's fee provider for pools; at its mainnet address on every embedded network. */
export const feePercentagesProvider: Address = '0x97207b095e4d5c9a6e4cfbfcd2c3358e03b90c4a'

const tasks = '@balancer-labs/v2-deployments/dist/tasks'

/** The newest factories of the package. */
const factoryArtifacts = {
  weighted: `${tasks}/20230206-weighted-pool-v3/artifact/WeightedPoolFactory.json`,
  'composable-stable': `${tasks}/20230206-composable-stable-pool-v3/artifact/ComposableStablePoolFactory.json`,
} as const satisfies Partial<Record<VaultPoolKind, string>>

type MadeKind = keyof typeof factoryArtifacts

/** Places the vault pool factories at the network's newest addresses, and opens its pools with a trader. */
export async function deployBalancer(rpc: Rpc, chainId: number): Promise<void> {
  await placeMissing(rpc, {
    ...readPackageArtifact(
      `${tasks}/20220725-protocol-fee-percentages-provider/artifact/ProtocolFeePercentagesProvider.json`,
    ),
    address: feePercentagesProvider,
    args: [balancerVault, 10n ** 18n, 10n ** 18n],
  })
  for (const kind of ['weighted', 'composable-stable'] as const) {
    await placeMissing(rpc, {
      ...readPackageArtifact(factoryArtifacts[kind]),
      address: getVaultFactory(chainId, kind),
      args: [balancerVault, feePercentagesProvider, '{}', '{}'],
    })
  }
  const poolIds: Hex[] = []
  for (const pool of listDevnetVaultPools(chainId)) {
    const { poolId } = await openVaultPool(rpc, orderOf(chainId, pool))
    poolIds.push(poolId)
  }
  await deployVaultMaker(rpc, { chainId, poolIds })
}

/** Skips an existing factory: placed again, it would reuse the addresses of the pools it has created. */
async function placeMissing(rpc: Rpc, placement: Placement): Promise<void> {
  const code = await rpc('eth_getCode', [placement.address, 'latest'])
  if (code === '0x') await placeContract(rpc, placement)
}

/** Returns a network's newest factory of a kind of pools. */
export function getVaultFactory(chainId: number, kind: MadeKind): Address {
  const { balancerV2 } = getNetwork(chainId).factories
  const factory = balancerV2.find(({ makes }) => makes === kind)
  if (!factory) throw new Error(`network ${chainId} lacks a factory of ${kind} pools`)
  return factory.address
}

function orderOf(chainId: number, pool: DevnetVaultPool): VaultPoolOrder {
  const { symbols, weights, amplification, feePercent, depthUsd } = pool
  const kind = weights ? 'weighted' : 'composable-stable'
  const sides = symbols
    .map((symbol, i) => ({
      token: getDevnetToken(chainId, symbol),
      percent: weights?.[i] ?? 100 / symbols.length,
    }))
    .sort((a, b) => (a.token.address < b.token.address ? -1 : 1))
  const tokens = sides.map(({ token }) => token.address)
  const noProviders = tokens.map(() => zeroAddress)
  const name = symbols.join('-')
  const fee = BigInt(Math.round(feePercent * 1e6)) * 10n ** 10n
  const shape = weights
    ? [sides.map(({ percent }) => BigInt(percent) * 10n ** 16n), noProviders]
    : [amplification, noProviders, tokens.map(() => 0n), tokens.map(() => false)]
  return {
    factory: getVaultFactory(chainId, kind),
    abi: readPackageArtifact(factoryArtifacts[kind]).abi,
    args: [name, name, tokens, ...shape, fee, operator],
    amounts: new Map(
      sides.map(({ token, percent }) => [
        token.address,
        atomsOf(token, (depthUsd * percent) / 100 / token.usd),
      ]),
    ),
  }
}
