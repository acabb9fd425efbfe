import { toEventSelector } from 'viem'
import { readLogs } from '@/lib/chain/read-logs'
import { type Context, defineSlot } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { balancerVault } from '@/lib/core/networks'
import { isWide } from '@/lib/liquidity/math/tick-reach'
import type { ConcentratedPool, Pool } from '@/lib/liquidity/pool'
import type { TickedPool } from './fetch-ticks'

/** A block, with the fields needed to follow pools from one block to the next. */
export type BlockPlace = {
  readonly chainId: number
  readonly number: bigint
  readonly hash: Hex
  readonly parentHash: Hex
}

/** Pool states at one block; the promises let concurrent requests share one read. */
export type BlockStates = {
  readonly number: bigint
  /** Undefined for a pool that is empty or does not exist. */
  readonly states: Map<Address, Promise<Pool | undefined>>
  /** Concentrated pools as of an earlier block, with the ticks changed by logs since then. */
  readonly ticked: ReadonlyMap<Address, TickedPool>
  readonly selections: Map<string, Promise<readonly Pool[]>>
}

/** Blocks per network whose pools are kept in memory. */
const keptBlocks = 4

/** Blocks after which pools are reread instead of followed by their logs. */
const maxSteps = 8

/** The event of a concentrated pool whose price moved while its ticks stayed the same. */
const moved = toEventSelector('Swap(address,address,int256,int256,uint160,uint128,int24)')

/** Liquidity events of a concentrated pool; the last two topics are its lower and upper tick. */
const provided: readonly Hex[] = [
  'Mint(address,address,int24,int24,uint128,uint256,uint256)',
  'Burn(address,int24,int24,uint128,uint256,uint256)',
].map(toEventSelector)

/** Other events with which pairs, concentrated pools and weighted pools announce every change of their state. */
const changes: readonly Hex[] = [
  'Sync(uint112,uint112)',
  'Initialize(uint160,int24)',
  'SwapFeePercentageChanged(uint256)',
  'PausedStateChanged(bool)',
].map(toEventSelector)

/** Events of the vault, which name the pool. */
const vaultChanges: readonly Hex[] = [
  'Swap(bytes32,address,address,uint256,uint256)',
  'PoolBalanceChanged(bytes32,address,address[],int256[],uint256[])',
  'PoolBalanceManaged(bytes32,address,address,int256,int256)',
].map(toEventSelector)

/**
 * Returns the known states of a block. A new block starts with those of an earlier block in memory, without the pools
 * changed by a log since then and without stable pools: their rates and amplification change with time alone.
 */
export function blockStates(ctx: Context, block: BlockPlace): Promise<BlockStates> {
  const blocks = keptStates(ctx, block.chainId)
  const known = blocks.get(block.hash) ?? startBlock(ctx, block)
  // LRU order: the block used last goes to the end, the first is evicted.
  blocks.delete(block.hash)
  blocks.set(block.hash, known)
  known.catch(() => blocks.get(block.hash) === known && blocks.delete(block.hash))
  for (const hash of blocks.keys()) {
    if (blocks.size <= keptBlocks) break
    blocks.delete(hash)
  }
  return known
}

/** Clears which pools serve which tokens, so that newly stored ones are used before the next block. */
export async function forgetSelections(ctx: Context, chainId: number): Promise<void> {
  for (const block of keptStates(ctx, chainId).values()) (await block).selections.clear()
}

const keptStates = defineSlot(
  'liquidity/blocks',
  (_, _chainId: number) => new Map<Hex, Promise<BlockStates>>(),
)

async function startBlock(ctx: Context, block: BlockPlace): Promise<BlockStates> {
  const selections = new Map()
  const fresh = { number: block.number, states: new Map(), ticked: new Map(), selections }
  const followed = await followStates(ctx, block).catch((error) => {
    ctx.log.warn({ error, chainId: block.chainId }, 'rereading pools, block logs unavailable')
    return undefined
  })
  return { ...fresh, ...followed }
}

type Followed = Pick<BlockStates, 'states' | 'ticked'>

/** Returns the states that still hold, or undefined if no recent block before this one is in memory. */
async function followStates(ctx: Context, block: BlockPlace): Promise<Followed | undefined> {
  const { chainId } = block
  const chain = ctx.chain(chainId)
  const kept = new Map(keptStates(ctx, chainId))
  const hashes: Hex[] = [block.hash]
  for (let parent = block.parentHash; hashes.length <= maxSteps; ) {
    const before = await kept.get(parent)
    if (before) return withoutChanged(before, await readChanged(ctx, chainId, hashes))
    // Nothing in memory is that old, or a reorg has orphaned all of it.
    const isNear = await anyBefore(kept, block.number - BigInt(hashes.length))
    if (!isNear) return undefined
    hashes.push(parent)
    parent = (await chain.client.getBlock({ blockHash: parent })).parentHash
  }
  return undefined
}

async function anyBefore(
  kept: ReadonlyMap<Hex, Promise<BlockStates>>,
  number: bigint,
): Promise<boolean> {
  const blocks = await Promise.all(kept.values())
  return blocks.some((known) => known.number < number && known.number + BigInt(maxSteps) > number)
}

/** Pools with logs; those of them to reread completely; and the changed ticks of the others. */
type Changed = {
  readonly all: ReadonlySet<Address>
  readonly reset: ReadonlySet<Address>
  readonly touched: ReadonlyMap<Address, ReadonlySet<number>>
}

async function readChanged(
  ctx: Context,
  chainId: number,
  hashes: readonly Hex[],
): Promise<Changed> {
  const topics = [moved, ...provided, ...changes, ...vaultChanges]
  const chain = ctx.chain(chainId)
  const logs = await Promise.all(hashes.map((blockHash) => readLogs(chain, { blockHash, topics })))
  const all = new Set<Address>()
  const reset = new Set<Address>()
  const touched = new Map<Address, Set<number>>()
  for (const { address, topics: fields } of logs.flat()) {
    const poolId = address === balancerVault ? fields[1] : undefined
    const pool: Address = poolId ? `0x${poolId.slice(2, 42)}` : address
    all.add(pool)
    if (fields[0] && provided.includes(fields[0])) {
      touched.set(pool, new Set([...(touched.get(pool) ?? []), ...ticksOf(fields)]))
    } else if (fields[0] !== moved) reset.add(pool)
  }
  return { all, reset, touched }
}

function ticksOf(topics: readonly Hex[]): readonly number[] {
  return topics.slice(-2).map((topic) => Number(BigInt.asIntN(256, BigInt(topic))))
}

async function withoutChanged(
  { states, ticked }: BlockStates,
  { all, reset, touched }: Changed,
): Promise<Followed> {
  const followed = new Map<Address, Promise<Pool | undefined>>()
  const stillTicked = new Map<Address, TickedPool>()
  const keepTicks = (address: Address, before: TickedPool) => {
    if (reset.has(address)) return
    const since = new Set([...before.touched, ...(touched.get(address) ?? [])])
    stillTicked.set(address, { pool: before.pool, touched: since })
  }
  for (const [address, before] of ticked) keepTicks(address, before)
  for (const [address, state] of states) {
    const pool = await state.catch(() => undefined)
    if (!pool || reset.has(address)) continue
    if (hasTicks(pool)) keepTicks(address, { pool, touched: new Set() })
    if (!all.has(address) && isLasting(pool)) followed.set(address, state)
  }
  return { states: followed, ticked: stillTicked }
}

function hasTicks(pool: Pool): pool is ConcentratedPool {
  switch (pool.protocol) {
    case 'uniswap-v3':
      return true
    case 'uniswap-v2':
    case 'balancer-weighted':
    case 'balancer-stable':
      return false
  }
}

/** Returns whether a state holds until the next log; that of stable pools changes with time alone. */
function isLasting(pool: Pool): boolean {
  switch (pool.protocol) {
    case 'uniswap-v2':
    case 'balancer-weighted':
      return true
    case 'uniswap-v3':
      // A pool is reread until all its ticks are known.
      return isWide(pool, pool.tick)
    case 'balancer-stable':
      return false
  }
}
