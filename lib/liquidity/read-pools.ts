import { type Context, memoized } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { fetchPoolStates, type PoolsAtBlock } from './fetch-pool-states'
import type { Pool } from './pool'
import { probePools } from './probe-pools'
import { selectPools } from './select-pools'

/** Pools as they are at one block. */
export type PoolSnapshot = {
  readonly pools: readonly Pool[]
  readonly blockNumber: bigint
  readonly blockHash: Hex
}

/** Blocks of a network whose pools are kept in memory. */
const keptBlocks = 4

/** What was read at one block; the promises let requests that come together share one reading. */
type BlockCache = {
  readonly states: Map<Address, Promise<Pool | undefined>>
  readonly selections: Map<string, Promise<readonly Pool[]>>
}

/**
 * The pools that a route between `tokens` may use, all read at one block: the given one or the newest.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer.
 */
export async function readPools(
  ctx: Context,
  input: {
    readonly chainId: number
    readonly tokens: readonly Address[]
    readonly blockNumber?: bigint
  },
): Promise<PoolSnapshot> {
  const { chainId } = input
  const { client, network } = ctx.chain(chainId)
  const { number: blockNumber, hash: blockHash } = await client
    .getBlock(input.blockNumber === undefined ? {} : { blockNumber: input.blockNumber })
    .catch((cause) => {
      throw dependencyDown(network.title, cause)
    })
  const tokens = [...new Set(input.tokens)].sort()
  const cache = blockCache(ctx, { chainId, blockHash })
  const pools = await shared(cache.selections, tokens.join(), async () => {
    await probePools(ctx, { chainId, tokens, blockNumber })
    const known = await selectPools(ctx, { chainId, tokens })
    return readStates(ctx, { chainId, cache, known, blockNumber })
  })
  return { pools, blockNumber, blockHash }
}

/** Forgets which pools serve which tokens, so that newly stored ones are seen before the next block. */
export function forgetSelections(ctx: Context, chainId: number): void {
  for (const { selections } of blockCaches(ctx, chainId).values()) selections.clear()
}

type StatesInput = PoolsAtBlock & { readonly chainId: number; readonly cache: BlockCache }

async function readStates(ctx: Context, input: StatesInput): Promise<readonly Pool[]> {
  const { cache, known, blockNumber } = input
  const missing = known.filter(({ address }) => !cache.states.has(address))
  if (missing.length > 0) {
    const batch = fetchPoolStates(ctx.chain(input.chainId), { known: missing, blockNumber })
    for (const { address } of missing) {
      const state = () => batch.then((states) => states.get(address))
      shared(cache.states, address, state).catch(() => {})
    }
  }
  const states = await Promise.all(known.map(({ address }) => cache.states.get(address)))
  return states.filter((pool) => pool !== undefined)
}

function blockCaches(ctx: Context, chainId: number): Map<Hex, BlockCache> {
  return memoized(ctx, `liquidity/blocks/${chainId}`, () => new Map<Hex, BlockCache>())
}

function blockCache(
  ctx: Context,
  { chainId, blockHash }: { readonly chainId: number; readonly blockHash: Hex },
): BlockCache {
  const caches = blockCaches(ctx, chainId)
  const cache = caches.get(blockHash) ?? { states: new Map(), selections: new Map() }
  // The block used last goes to the end, so that the first is the one to drop.
  caches.delete(blockHash)
  caches.set(blockHash, cache)
  for (const hash of caches.keys()) {
    if (caches.size <= keptBlocks) break
    caches.delete(hash)
  }
  return cache
}

/** The value under `key`, made at most once at a time; a failure is not kept. */
function shared<K, T>(values: Map<K, Promise<T>>, key: K, make: () => Promise<T>): Promise<T> {
  const known = values.get(key)
  if (known) return known
  const value = make()
  values.set(key, value)
  value.catch(() => values.delete(key))
  return value
}
