import type { Block } from 'viem'
import { type Context, defineLoader, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { filterIlliquid } from '@/lib/liquidity/filter-illiquid'
import { isVaultPool, type Pool, type PoolDescriptor } from '@/lib/liquidity/pool'
import { tradablePools } from '@/lib/liquidity/swap-contracts'
import { type BlockStates, blockStates } from './block-states'
import { fetchPoolStates, type PoolsAtBlock } from './fetch-pool-states'
import { probePools } from './probe-pools'
import { selectPools } from './select-pools'

/** The states of pools at one block. */
export type PoolSnapshot = {
  readonly pools: readonly Pool[]
  readonly blockNumber: bigint
  readonly blockHash: Hex
}

/** How long a vault pool that was dust is skipped, and the maximum of such pools. */
const dustMs = 600_000
const maxDust = 10_000

/**
 * Reads the pools that a route between `tokens` may use, all at one block: the given one or the newest. Omits illiquid
 * pools, and those whose router is missing.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readPools(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly tokens: readonly Address[]
    readonly blockNumber?: bigint
    /** The block, if the caller has read it; then it stands for `blockNumber`. */
    readonly block?: Pick<MinedBlock, 'number' | 'hash' | 'parentHash'>
  },
): Promise<PoolSnapshot> {
  const { chainId } = input
  const { network } = ctx.chain(chainId)
  const block =
    input.block ??
    (await readBlock(ctx, input).catch((cause) => {
      throw dependencyDown(network.title, cause)
    }))
  const { number: blockNumber, hash: blockHash, parentHash } = block
  const tokens = [...new Set(input.tokens)].sort()
  const place = { chainId, number: blockNumber, hash: blockHash, parentHash }
  const cache = await blockStates(ctx, place)
  const pools = await shared(cache.selections, tokens.join(), async () => {
    await probePools(ctx, { chainId, tokens, blockNumber })
    const isDue = dueForReading(ctx, chainId)
    const isTradable = await tradablePools(ctx, chainId)
    const selected = await selectPools(ctx, { chainId, tokens })
    const known = selected.filter((pool) => isDue(pool) && isTradable(pool))
    const states = await readStates(ctx, { chainId, cache, known, blockNumber })
    const { kept, dust } = filterIlliquid(states, network)
    skipIlliquid(ctx, { chainId, pools: dust.filter(isVaultPool) })
    return kept
  })
  return { pools, blockNumber, blockHash }
}

/** Returns a filter of pools that were not found to be dust within the last ten minutes. */
function dueForReading(ctx: Context, chainId: number): (pool: PoolDescriptor) => boolean {
  const dust = dustPools(ctx, chainId)
  const now = ctx.now()
  return ({ address }) => (dust.get(address) ?? 0) <= now
}

/** Skips illiquid vault pools for ten minutes: there are many, and stable ones are read at every block. */
function skipIlliquid(
  ctx: Context,
  { chainId, pools }: { readonly chainId: number; readonly pools: readonly Pool[] },
): void {
  const dust = dustPools(ctx, chainId)
  if (dust.size > maxDust) dust.clear()
  for (const { address } of pools) dust.set(address, ctx.now() + dustMs)
}

/** Times until which pools are skipped, in milliseconds. */
const dustPools = defineSlot('liquidity/dust', (_, _chainId: number) => new Map<Address, number>())

type MinedBlock = Block<bigint, false, 'latest'>

/** Reads the given block, or the newest; concurrent callers share one request for that. */
async function readBlock(
  ctx: Context,
  { chainId, blockNumber }: { readonly chainId: number; readonly blockNumber?: bigint },
): Promise<MinedBlock> {
  const { client } = ctx.chain(chainId)
  if (blockNumber !== undefined) return client.getBlock({ blockNumber })
  return (await readNewest(ctx, 'newest', chainId)) ?? client.getBlock()
}

const readNewest = defineLoader<'newest', MinedBlock, number>(
  'liquidity/newest-block',
  async (ctx, _, chainId) => new Map([['newest', await ctx.chain(chainId).client.getBlock()]]),
)

type StatesInput = PoolsAtBlock & { readonly cache: BlockStates }

async function readStates(ctx: Context, input: StatesInput): Promise<readonly Pool[]> {
  const { chainId, cache, known, blockNumber } = input
  const missing = known.filter(({ address }) => !cache.states.has(address))
  if (missing.length > 0) {
    const batch = fetchPoolStates(ctx, {
      chainId,
      known: missing,
      blockNumber,
      ticked: cache.ticked,
    })
    for (const { address } of missing) {
      const state = () => batch.then((states) => states.get(address))
      shared(cache.states, address, state).catch(() => {})
    }
  }
  const states = await Promise.all(known.map(({ address }) => cache.states.get(address)))
  return states.filter((pool) => pool !== undefined)
}

/** Returns the value under `key`, created at most once at a time; failures are not cached. */
function shared<K, T>(values: Map<K, Promise<T>>, key: K, make: () => Promise<T>): Promise<T> {
  const known = values.get(key)
  if (known) return known
  const value = make()
  values.set(key, value)
  value.catch(() => values.delete(key))
  return value
}
