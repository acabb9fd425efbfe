import { type Abi, pad, toHex, zeroAddress } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import type { VaultPoolKind } from '@/lib/core/pool-factories'
import { operator } from '@/lib/devnet/accounts'
import { feePercentagesProvider } from '@/lib/devnet/deploy/deploy-balancer'
import { openVaultPool } from '@/lib/devnet/deploy/open-vault-pool'
import { readPackageArtifact } from '@/lib/devnet/deploy/package-artifact'
import { placeContract } from '@/lib/devnet/deploy/place-contract'
import type { Rpc } from '@/lib/devnet/rpc'
import type { KnownVaultPool } from '@/lib/liquidity/pool'

/** A version of a vault pool factory in the deployments package, with its mainnet address. */
export type FactoryVersion = {
  readonly address: Address
  readonly makes: VaultPoolKind
  readonly artifact: string
  /** Constructor arguments after the vault. */
  readonly args: readonly unknown[]
}

const tasks = '@balancer-labs/v2-deployments/dist/tasks'
const weighted = 'artifact/WeightedPoolFactory.json'
const stable = 'artifact/StablePoolFactory.json'
const composable = 'artifact/ComposableStablePoolFactory.json'
const queryProcessor: Address = '0x469b58680774aac9ad66447efb4ef634756a2cc5'

/** Every factory version whose pools the service trades through. */
export const factoryVersions: readonly FactoryVersion[] = [
  {
    address: '0x8e9aa87e45e92bad84d5f8dd1bff34fb92637de9',
    makes: 'weighted-first',
    artifact: `deprecated/20210418-weighted-pool/${weighted}`,
    args: [],
  },
  {
    address: '0xa5bf2ddf098bb0ef6d120c98217dd6b141c74ee0',
    makes: 'weighted-first',
    artifact: 'deprecated/20210418-weighted-pool/artifact/WeightedPool2TokensFactory.json',
    args: [],
  },
  {
    address: '0xcc508a455f5b0073973107db6a878ddbdab957bc',
    makes: 'weighted',
    artifact: `20220908-weighted-pool-v2/${weighted}`,
    args: [feePercentagesProvider],
  },
  {
    address: '0x5dd94da3644ddd055fcf6b3e1aa310bb7801eb8b',
    makes: 'weighted',
    artifact: `20230206-weighted-pool-v3/${weighted}`,
    args: [feePercentagesProvider, '{}', '{}'],
  },
  {
    address: '0xc66ba2b6595d3613ccab350c886ace23866ede24',
    makes: 'stable-first',
    artifact: `deprecated/20210624-stable-pool/${stable}`,
    args: [],
  },
  {
    address: '0x8df6efec5547e31b0eb7d1291b511ff8a2bf987c',
    makes: 'stable',
    artifact: `deprecated/20220609-stable-pool-v2/${stable}`,
    args: [],
  },
  {
    address: '0x67d27634e44793fe63c467035e31ea8635117cd4',
    makes: 'meta-stable',
    artifact: 'deprecated/20210727-meta-stable-pool/artifact/MetaStablePoolFactory.json',
    args: [],
  },
  {
    address: '0xf9ac7b9df2b3454e841110cce5550bd5ac6f875f',
    makes: 'composable-stable',
    artifact: `deprecated/20220906-composable-stable-pool/${composable}`,
    args: [feePercentagesProvider],
  },
  {
    address: '0x85a80afee867adf27b50bdb7b76da70f1e853062',
    makes: 'composable-stable',
    artifact: `20221122-composable-stable-pool-v2/${composable}`,
    args: [feePercentagesProvider, '{}', '{}'],
  },
  {
    address: '0xdba127fbc23fb20f5929c546af220a991b5c6e01',
    makes: 'composable-stable',
    artifact: `20230206-composable-stable-pool-v3/${composable}`,
    args: [feePercentagesProvider, '{}', '{}'],
  },
]

/** One token of a new pool: its amount, its weight or its rate. */
export type VaultPoolSide = {
  readonly token: Address
  readonly amount: bigint
  /** Share times 10^18; for weighted pools. */
  readonly weight?: bigint
  /** Rate provider contract; for meta-stable and composable pools. */
  readonly provider?: Address
  /** Seconds for which a rate is cached. */
  readonly rateSeconds?: bigint
}

/** Places the factories at their addresses, and the library that pools with oracles call. */
export async function placeFactories(rpc: Rpc): Promise<void> {
  const library = 'deprecated/20210727-meta-stable-pool/artifact/QueryProcessor.json'
  await placeContract(rpc, {
    ...readPackageArtifact(`${tasks}/${library}`),
    address: queryProcessor,
  })
  for (const { address, artifact, args } of factoryVersions) {
    const { abi, bytecode } = readPackageArtifact(`${tasks}/${artifact}`)
    await placeContract(rpc, {
      abi,
      bytecode: linked(bytecode),
      address,
      args: [balancerVault, ...args],
    })
  }
}

/** Creates a pool with a factory version and funds it. */
export async function openPoolOf(
  rpc: Rpc,
  version: FactoryVersion,
  pool: {
    readonly sides: readonly VaultPoolSide[]
    readonly swapFee: bigint
    readonly amplification?: bigint
  },
): Promise<KnownVaultPool> {
  const sides = [...pool.sides].sort((a, b) => (a.token < b.token ? -1 : 1))
  const tokens = sides.map(({ token }) => token)
  const { abi } = readPackageArtifact(`${tasks}/${version.artifact}`)
  const values: Readonly<Record<string, unknown>> = {
    name: 'Pool',
    symbol: 'POOL',
    tokens,
    weights: sides.map(({ weight }) => weight),
    normalizedWeights: sides.map(({ weight }) => weight),
    amplificationParameter: pool.amplification,
    rateProviders: sides.map(({ provider }) => provider ?? zeroAddress),
    priceRateCacheDuration: sides.map(({ rateSeconds }) => rateSeconds ?? 0n),
    tokenRateCacheDurations: sides.map(({ rateSeconds }) => rateSeconds ?? 0n),
    exemptFromYieldProtocolFeeFlags: sides.map(() => false),
    swapFeePercentage: pool.swapFee,
    oracleEnabled: true,
    owner: operator,
  }
  const { address, poolId } = await openVaultPool(rpc, {
    factory: version.address,
    abi,
    args: createInputs(abi).map((name) => values[name]),
    amounts: new Map(sides.map(({ token, amount }) => [token, amount])),
  })
  const { makes: kind, address: factory } = version
  return { address, poolId, kind, factory, tokens, createdBlock: 0n }
}

/** Places a contract at an address that answers every call with this rate, times 10^18. */
export async function placeRate(rpc: Rpc, address: Address, rate: bigint): Promise<void> {
  const code = `0x7f${pad(toHex(rate), { size: 32 }).slice(2)}60005260206000f3`
  await rpc('anvil_setCode', [address, code])
}

function createInputs(abi: Abi): readonly string[] {
  const create = abi.find((entry) => entry.type === 'function' && entry.name === 'create')
  if (create?.type !== 'function') throw new Error('the factory makes nothing')
  return create.inputs.map(({ name }) => name ?? '')
}

function linked(bytecode: Hex): Hex {
  return bytecode.replace(/__\$[0-9a-f]{34}\$__/g, queryProcessor.slice(2)) as Hex
}
