import { encodeFunctionData, parseAbi } from 'viem'
import type { Read } from '@/lib/chain/reads/aggregate-codec'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Factories } from '@/lib/core/pool-factories'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { savePools } from './pool-store'
import { probeVaultPools } from './probe-vault-pools'

const factoryAbi = parseAbi([
  'function getPair(address tokenA, address tokenB) view returns (address)',
  'function getPool(address tokenA, address tokenB, uint24 fee) view returns (address)',
])

/** Fee tiers that every Uniswap V3 factory has, with their tick spacing. */
const feeTiers = [
  { feePpm: 100, tickSpacing: 1 },
  { feePpm: 500, tickSpacing: 10 },
  { feePpm: 3_000, tickSpacing: 60 },
  { feePpm: 10_000, tickSpacing: 200 },
] as const

/** Time after which a pair of tokens is probed again, because pools may have been created. */
const probeAgainMs = 300_000

/** When each pair was last probed, in milliseconds. */
const probeTimes = defineSlot(
  'liquidity/probe-times',
  (_, _chainId: number) => new Map<string, number>(),
)

type Pair = { readonly token0: Address; readonly token1: Address }
type Probe = { readonly read: Read; readonly pool: Omit<PairDescriptor, 'address'> }

/**
 * Asks the factories for pools between `tokens` and the base tokens, and the vault for pools that recently swapped
 * them, and stores these. So they are found before, and without, reading the chain's history. Probes a pair at most
 * once in five minutes.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function probePools(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly tokens: readonly Address[]
    /** The newest block by default. */
    readonly blockNumber?: bigint | undefined
  },
): Promise<void> {
  const { chainId, tokens, blockNumber } = input
  const chain = ctx.chain(chainId)
  const probed = probeTimes(ctx, chainId)
  const now = ctx.now()
  const isDue = ({ token0, token1 }: Pair) =>
    (probed.get(token0 + token1) ?? Number.NEGATIVE_INFINITY) <= now - probeAgainMs
  const pairs = pairsOf([...tokens, ...chain.network.baseTokens]).filter(isDue)
  if (pairs.length === 0) return
  const probes = pairs.flatMap((pair) => probesOf(pair, chain.network.factories))
  const reads = probes.map(({ read }) => read)
  const [answers] = await Promise.all([
    aggregateReads(chain, { blockNumber, reads }),
    tryVault(ctx, { chainId, pairs, blockNumber }),
  ])
  const pools = probes.flatMap(({ pool }, i) => {
    const address = toPoolAddress(wordAt(answers[i], 0))
    return address ? [{ ...pool, address }] : []
  })
  await savePools(ctx.db, { chainId, pools })
  if (probed.size > 10_000) probed.clear()
  for (const { token0, token1 } of pairs) probed.set(token0 + token1, now)
}

/** A node that returns no logs of so many blocks only delays the discovery of vault pools. */
async function tryVault(
  ctx: Context,
  {
    chainId,
    pairs,
    blockNumber,
  }: { chainId: number; pairs: Pair[]; blockNumber: bigint | undefined },
): Promise<void> {
  const tokens = [...new Set(pairs.flatMap(({ token0, token1 }) => [token0, token1]))]
  try {
    const newest = blockNumber ?? (await ctx.chain(chainId).client.getBlockNumber())
    await probeVaultPools(ctx, { chainId, tokens, blockNumber: newest })
  } catch (error) {
    ctx.log.warn({ error, chainId }, 'reading vault swaps failed')
  }
}

function pairsOf(tokens: readonly Address[]): Pair[] {
  const sorted = [...new Set(tokens)].sort()
  return sorted.flatMap((token0, i) => sorted.slice(i + 1).map((token1) => ({ token0, token1 })))
}

function probesOf(pair: Pair, factories: Factories): Probe[] {
  const tokens = [pair.token0, pair.token1] as const
  const pairProbes = factories.uniswapV2.map(({ address: factory, feePpm }): Probe => {
    const callData = encodeFunctionData({ abi: factoryAbi, functionName: 'getPair', args: tokens })
    const pool = { ...pair, factory, feePpm, tickSpacing: undefined, createdBlock: 0n }
    return { read: { target: factory, callData }, pool: { ...pool, protocol: 'uniswap-v2' } }
  })
  const poolProbes = factories.uniswapV3.flatMap((factory) =>
    feeTiers.map((tier): Probe => {
      const args = [...tokens, tier.feePpm] as const
      const callData = encodeFunctionData({ abi: factoryAbi, functionName: 'getPool', args })
      const pool = { ...pair, ...tier, factory, createdBlock: 0n }
      return { read: { target: factory, callData }, pool: { ...pool, protocol: 'uniswap-v3' } }
    }),
  )
  return [...pairProbes, ...poolProbes]
}

function toPoolAddress(word: bigint | undefined): Address | undefined {
  if (!word) return undefined
  return `0x${word.toString(16).padStart(40, '0')}`
}
