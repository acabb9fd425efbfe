import { encodeFunctionData, parseAbi } from 'viem'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import { operator } from '@/lib/devnet/accounts'
import vaultMakerArtifact from '@/lib/devnet/contracts/artifacts/vault-maker.json' with {
  type: 'json',
}
import { ownArtifact } from '@/lib/devnet/deploy/deploy-tokens'
import { placeContract } from '@/lib/devnet/deploy/place-contract'
import { listDevnetTokens, listDevnetVaultPools } from '@/lib/devnet/embedded-networks'
import { topUpTransaction } from '@/lib/devnet/faucet'
import type { DevnetVaultPool } from '@/lib/devnet/networks/embedded-network'
import { type Rpc, sendTransaction, type UnlockedTransaction } from '@/lib/devnet/rpc'
import { defaultSeed, type Market } from './market-step'
import { createPriceWalk, type SortedPool, sortPools, targetSqrtPrices } from './prices'
/** Address of every embedded network's trader of the weighted pools: "VaultMaker" in ASCII, padded. */
export const vaultMaker: Address = '0x5661756c744d616b657200000000000000000001'

/** US dollars of each token in its inventory. */
const balanceUsd = 500_000_000

/** Tolerated distance of a pair from its target, in parts per million of the square root of its price. */
const tolerancePpm = 300n

const abi = parseAbi([
  'struct Pair { bytes32 poolId; address token0; address token1; uint256 weight0; uint256 weight1; }',
  'function add(Pair pair)',
  'function move(uint256[] targets)',
])

/** Two tokens of a weighted pool whose price the market moves. */
type WeightedPair = SortedPool & {
  /** Index of the pool among the network's vault pools. */
  readonly pool: number
  readonly weight0: number
  readonly weight1: number
}

/**
 * Places and funds the trader of the weighted pools. Stable pools hold pegged tokens, whose prices do not move.
 *
 * `poolIds` are the network's vault pools, in their order.
 */
export async function deployVaultMaker(
  rpc: Rpc,
  { chainId, poolIds }: { readonly chainId: number; readonly poolIds: readonly Hex[] },
): Promise<void> {
  await placeContract(rpc, {
    ...ownArtifact(vaultMakerArtifact),
    address: vaultMaker,
    args: [operator, balancerVault],
  })
  const tokens = listDevnetTokens(chainId)
  const pairs = listPairs(chainId)
  const traded = tokens.filter((token) =>
    pairs.some(({ token0, token1 }) => token === token0 || token === token1),
  )
  await sendTransaction(rpc, topUpTransaction(vaultMaker, { tokens: traded, usd: balanceUsd }))
  for (const { pool, token0, token1, weight0, weight1 } of pairs) {
    const poolId = poolIds[pool]
    if (!poolId) throw new Error(`vault pool ${pool} of network ${chainId} is missing`)
    const sides = { token0: token0.address, token1: token1.address }
    const pair = { poolId, ...sides, weight0: BigInt(weight0), weight1: BigInt(weight1) }
    const data = encodeFunctionData({ abi, functionName: 'add', args: [pair] })
    await sendTransaction(rpc, { from: operator, to: vaultMaker, data })
  }
}

/** Creates the market of the weighted pools: a function from Unix seconds to the prices of their pairs. */
export function createVaultMarket(options: {
  readonly chainId: number
  /** The opening time of the market, Unix seconds. */
  readonly openedAt: number
  readonly seed?: number
}): Market {
  const { chainId, openedAt, seed = defaultSeed } = options
  const walk = createPriceWalk(listDevnetTokens(chainId), { seed, openedAt })
  const pairs = listPairs(chainId)
  return (seconds) =>
    targetSqrtPrices(walk, pairs, { seed, seconds }).map(
      (target) => target | (tolerancePpm << 160n),
    )
}

/** Returns the transaction that moves the weighted pools to targets. */
export function moveVaultTransaction(targets: readonly bigint[]): UnlockedTransaction {
  const data = encodeFunctionData({ abi, functionName: 'move', args: [targets] })
  return { from: operator, to: vaultMaker, data, gas: 5_000_000 }
}

function listPairs(chainId: number): readonly WeightedPair[] {
  return listDevnetVaultPools(chainId).flatMap((pool, index) => pairsOf(chainId, pool, index))
}

/** Pairs each token of a pool with the next one, so that moving the pairs moves all tokens. */
function pairsOf(
  chainId: number,
  { symbols, weights, depthUsd }: DevnetVaultPool,
  pool: number,
): readonly WeightedPair[] {
  if (!weights) return []
  const weightOf = (symbol: string) => weights[symbols.indexOf(symbol)] ?? 0
  const pairs = symbols.slice(1).map((b, i) => ({ a: symbols[i] ?? '', b }))
  const sorted = sortPools(
    pairs.map((pair) => ({ ...pair, fee: undefined, depthUsd })),
    listDevnetTokens(chainId),
  )
  return sorted.map((pair) => ({
    ...pair,
    pool,
    weight0: weightOf(pair.token0.symbol),
    weight1: weightOf(pair.token1.symbol),
  }))
}
