import { encodeFunctionData, pad, parseAbi, toEventSelector, toFunctionSelector } from 'viem'
import type { Chain } from '@/lib/chain/chain'
import { readLogs } from '@/lib/chain/read-logs'
import { encodeWords, type Read } from '@/lib/chain/reads/aggregate-codec'
import { aggregateReads, wordAt } from '@/lib/chain/reads/aggregate-reads'
import { bulkMs } from '@/lib/chain/reads/run-code'
import { readUntrusted } from '@/lib/chain/reads/untrusted-reads'
import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import type { Factories } from '@/lib/core/pool-factories'
import { toUnixSeconds } from '@/lib/core/time'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import { identifyVaultPools, type MadeVaultPool, madeBy } from './identify-vault-pools'
import { savePools, saveVaultPools } from './pool-store'

const getPair = toFunctionSelector('getPair(address,address)')
const getPool = toFunctionSelector('getPool(address,address,uint24)')

/** Fee tiers that every Uniswap V3 factory has, with their tick spacing. */
const feeTiers = [
  { feePpm: 100, tickSpacing: 1 },
  { feePpm: 500, tickSpacing: 10 },
  { feePpm: 3_000, tickSpacing: 60 },
  { feePpm: 10_000, tickSpacing: 200 },
] as const

/** Time after which a pair of tokens is probed again, because pools may have been created. */
const probeAgainMs = 300_000

/** Bytes of an address as a result. */
const readLimits = { bytes: 32, timeoutMs: bulkMs }

/** When each pair was last probed, in milliseconds. */
const probeTimes = defineSlot(
  'liquidity/probe-times',
  (_, _chainId: number) => new Map<string, number>(),
)

type Pair = { readonly token0: Address; readonly token1: Address }
type Probe = { readonly read: Read; readonly pool: Omit<PairDescriptor, 'address'> }

/** Pairs probed per call: all those of fifteen tokens with the base tokens. */
const maxPairs = 200

/**
 * Asks the factories for pools between `tokens` and the base tokens, and the vault for pools that recently swapped
 * them, and stores these. So they are found before, and without, reading the chain's history. Probes a pair at most
 * once in five minutes; if many are due, they take turns, those with base tokens first.
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
  const { baseTokens } = chain.network
  const due = pairsOf([...tokens, ...baseTokens]).filter(isDue)
  const pairs = firstPairs(due, { baseTokens, turn: toUnixSeconds(now) })
  if (pairs.length === 0) return
  const probes = pairs.flatMap((pair) => probesOf(pair, chain.network.factories))
  const reads = probes.map(({ read }) => read)
  const [answers] = await Promise.all([
    readUntrusted(ctx, { chainId, blockNumber, reads, ...readLimits }),
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
  }: { chainId: number; pairs: readonly Pair[]; blockNumber: bigint | undefined },
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

type Sequence = { readonly baseTokens: readonly Address[]; readonly turn: number }

/** Returns the pairs to probe first: anyone can make tokens, whose pairs must not delay those of the others. */
function firstPairs(pairs: readonly Pair[], { baseTokens, turn }: Sequence): readonly Pair[] {
  if (pairs.length <= maxPairs) return pairs
  const base = new Set(baseTokens)
  const hasBase = ({ token0, token1 }: Pair) => base.has(token0) || base.has(token1)
  const inTurn = (some: readonly Pair[]) => {
    const start = turn % Math.max(1, some.length)
    return [...some.slice(start), ...some.slice(0, start)]
  }
  const others = pairs.filter((pair) => !hasBase(pair))
  return [...inTurn(pairs.filter(hasBase)), ...inTurn(others)].slice(0, maxPairs)
}

function probesOf(pair: Pair, factories: Factories): Probe[] {
  const tokens = [pair.token0, pair.token1] as const
  const pairProbes = factories.uniswapV2.map(({ address: factory, feePpm }): Probe => {
    const callData = encodeWords(getPair, tokens)
    const pool = { ...pair, factory, feePpm, tickSpacing: undefined, createdBlock: 0n }
    return { read: { target: factory, callData }, pool: { ...pool, protocol: 'uniswap-v2' } }
  })
  const poolProbes = factories.uniswapV3.flatMap((factory) =>
    feeTiers.map((tier): Probe => {
      const callData = encodeWords(getPool, [...tokens, tier.feePpm])
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

/** Blocks of swap history before the given one. */
const lookbackBlocks = 1_000n

/** Maximum pools cached as checked. */
const maxChecked = 10_000

const checkedPools = defineSlot(
  'liquidity/checked-vault-pools',
  (_, _chainId: number) => new Set<Hex>(),
)

const swapTopic = toEventSelector('Swap(bytes32,address,address,uint256,uint256)')
const abi = parseAbi(['function isPoolFromFactory(address pool) view returns (bool)'])

type VaultProbe = {
  readonly chainId: number
  readonly tokens: readonly Address[]
  readonly blockNumber: bigint
}

/**
 * Stores the vault pools of known factories that recently swapped two of `tokens`: the vault has no lookup of pools by
 * token, but its swap events name the tokens.
 *
 * @throws {Error} when the network's RPC does not answer, or returns no logs of so many blocks.
 */
async function probeVaultPools(ctx: Context, probe: VaultProbe): Promise<void> {
  const { chainId } = probe
  const chain = ctx.chain(chainId)
  const checked = checkedPools(ctx, chainId)
  const traded = await readTraded(chain, probe)
  const unchecked = traded.filter((poolId) => !checked.has(poolId))
  const made = await findMakers(chain, unchecked)
  await saveVaultPools(ctx.db, { chainId, pools: await identifyVaultPools(chain, made) })
  if (checked.size > maxChecked) checked.clear()
  for (const poolId of unchecked) checked.add(poolId)
}

/** Returns the ids of the pools that swapped two of the tokens. */
async function readTraded(
  chain: Chain,
  { tokens, blockNumber }: VaultProbe,
): Promise<readonly Hex[]> {
  const padded = tokens.map((token) => pad(token))
  const logs = await readLogs(chain, {
    fromBlock: blockNumber > lookbackBlocks ? blockNumber - lookbackBlocks : 0n,
    toBlock: blockNumber,
    addresses: [balancerVault],
    topics: [swapTopic],
    furtherTopics: [null, padded, padded],
  })
  return [...new Set(logs.flatMap(({ topics }) => topics[1] ?? []))]
}

/** Returns those pools that a known factory confirms as its own. */
async function findMakers(
  chain: Chain,
  poolIds: readonly Hex[],
): Promise<readonly MadeVaultPool[]> {
  if (poolIds.length === 0) return []
  const makers = chain.network.factories.balancerV2
  const questions = poolIds.flatMap((poolId) => {
    const address: Address = `0x${poolId.slice(2, 42)}`
    return makers.map((maker) => ({ maker, address }))
  })
  const answers = await aggregateReads(chain, {
    reads: questions.map(({ maker, address }) => ({
      target: maker.address,
      callData: encodeFunctionData({ abi, functionName: 'isPoolFromFactory', args: [address] }),
    })),
  })
  return questions.flatMap(({ maker, address }, i) =>
    wordAt(answers[i], 0) === 1n ? madeBy(maker, { address, createdBlock: 0n }) : [],
  )
}
