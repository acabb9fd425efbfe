import { type Context, defineSlot } from '@/lib/context'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { type BlockHeader, blockNumbers, isChain } from './block'
import { findTip, listIndexedBlocks, saveStuck } from './block-store'
import type { BlockRange, ChainIndex, IndexKey } from './chain-index'
import { newestHead } from './nodes/watch-nodes'
import { rangeWidth, withinRange } from './range-width'
import { readHeader, readHeaders } from './read-headers'
import { isOnChain } from './reorg'
import { type ForkMemory, judgeFork, noFork } from './reorg-evidence'

/** The state of an index after a step. */
export type IndexState =
  /** The tip is the head that was read. */
  | 'at-head'
  /** There are more blocks to index at once. */
  | 'behind'
  /** The pinned node lags, or another node has to confirm what it reported. */
  | 'waiting'
  /** A single node reports a reorg too deep to be trusted; an operator has to configure a second node. */
  | 'unproven'
  /** The reorg is deeper than all saved headers; an operator has to intervene. */
  | 'too-deep'

type Position = { readonly head: BlockHeader; readonly tip: BlockHeader | undefined }

/**
 * Advances an index by one step towards the head of its network. Within the finality window it reads by block hash and
 * checks each block against its parent; below the window it reads ranges. After a reorg it continues from the newest
 * common block.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer, Conflict when another process
 *   leads.
 */
export async function followChain<Events extends object>(
  ctx: Context,
  index: ChainIndex<Events>,
): Promise<IndexState> {
  const memory = memoryOf(ctx, index)
  try {
    const head = await newestHead(ctx, index.chainId)
    const state = memory.head === head.hash ? 'at-head' : await step(ctx, index, { head, memory })
    // The next lag or fork gets its own timeout.
    if (state !== 'waiting' && state !== 'unproven') Object.assign(memory, noFork())
    return state
  } catch (cause) {
    const { title } = ctx.chain(index.chainId).network
    throw isServiceError(cause) ? cause : dependencyDown(title, cause)
  }
}

/** What a process remembers of an index while it leads. */
type Memory = ForkMemory & {
  /** The head at which the index was found up to date: until it changes the database need not be read. */
  head: string | undefined
  /** The stuck flag as last saved; undefined before that. */
  isStuck: boolean | undefined
}

const memories = defineSlot('chain/follow', (_, _leadership: string): Memory => {
  return { head: undefined, isStuck: undefined, ...noFork() }
})
const memoryOf = (ctx: Context, { chainId, indexer, epoch }: IndexKey & { epoch: bigint }) =>
  memories(ctx, `${indexer}:${chainId}:${epoch}`)

type StepInput = { readonly head: BlockHeader; readonly memory: Memory }

async function step<Events extends object>(
  ctx: Context,
  index: ChainIndex<Events>,
  { head, memory }: StepInput,
): Promise<IndexState> {
  const chain = ctx.chain(index.chainId)
  const tip = await findTip(ctx.db, index)
  memory.head = tip?.hash === head.hash ? tip.hash : undefined
  const isParent = tip?.hash === head.hash || tip?.hash === head.parentHash
  const state =
    !tip || isParent || (await isOnChain(chain, tip))
      ? await advance(ctx, index, { head, tip })
      : await followBranch(ctx, index, { head, tip, memory })
  await updateStuck(ctx, index, { state, memory })
  return state
}

async function advance<Events extends object>(
  ctx: Context,
  index: ChainIndex<Events>,
  { head, tip }: Position,
): Promise<IndexState> {
  if (tip?.hash === head.hash) return 'at-head'
  if (tip && tip.number >= head.number) return 'waiting'
  const from = tip ? tip.number + 1n : await index.firstBlock(head)
  const window = BigInt(ctx.chain(index.chainId).network.reorgBlocks)
  if (head.number - from < window) {
    return applyBranch(ctx, index, { head, tip, ancestor: undefined, from })
  }
  const last = from + rangeWidth(ctx, index) - 1n
  const safe = head.number - window
  await applyRange(ctx, index, { tip, fromBlock: from, toBlock: last < safe ? last : safe })
  return 'behind'
}

type Branch = Position & { readonly ancestor: BlockHeader | undefined; readonly from: bigint }

/**
 * Applies the blocks from `from` to the head, or as many as one step can take. The index is behind if some remain or the
 * chain moved during the read.
 */
async function applyBranch<Events extends object>(
  ctx: Context,
  index: ChainIndex<Events>,
  { head, tip, ancestor, from }: Branch,
): Promise<'at-head' | 'behind' | 'waiting'> {
  const lower = blockNumbers(from, head.number - 1n)
  const blocks = [...(await readHeaders(ctx.chain(index.chainId), lower)), head]
  if (!isChain(blocks, ancestor ?? tip)) return 'behind'
  const step = await index.readBlocks(blocks)
  if (!step) return 'waiting'
  await index.apply({ tip, ancestor, ...step, isFinal: false })
  return step.blocks.length === blocks.length ? 'at-head' : 'behind'
}

async function applyRange<Events extends object>(
  ctx: Context,
  index: ChainIndex<Events>,
  { tip, ...range }: BlockRange & { readonly tip: BlockHeader | undefined },
): Promise<void> {
  const chain = ctx.chain(index.chainId)
  const last = await readHeader(chain, range.toBlock)
  const events = await withinRange(ctx, index, () => index.readRange(range))
  if (!events || !(await isOnChain(chain, last))) return
  await index.apply({ tip, ancestor: undefined, blocks: [last], events, isFinal: true })
}

/** Continues after a reorg that removed the tip, once it is proven. */
async function followBranch<Events extends object>(
  ctx: Context,
  index: ChainIndex<Events>,
  { head, tip, memory }: StepInput & { readonly tip: BlockHeader },
): Promise<IndexState> {
  const { chainId, indexer } = index
  const indexed = await listIndexedBlocks(ctx.db, index)
  const genesis = genesisOf(ctx, chainId)
  const verdict = await judgeFork(ctx, index, { head, tip, indexed, memory, genesis })
  if ('state' in verdict) return verdict.state
  const { ancestor } = verdict
  const depth = tip.number - ancestor.number
  const fields = { chainId, indexer, depth, ancestor: ancestor.number, head: head.number }
  ctx.log.warn(fields, 'chain reorg')
  const from = ancestor.number + 1n
  const window = BigInt(ctx.chain(chainId).network.reorgBlocks)
  if (ancestor !== beforeGenesis && from <= head.number && head.number - from < 2n * window) {
    return applyBranch(ctx, index, { head, tip, ancestor, from })
  }
  await index.apply({ tip, ancestor, blocks: [], events: index.noEvents, isFinal: false })
  return 'behind'
}

/** A virtual block below genesis: rolling back to it re-indexes the whole chain. */
const beforeGenesis: BlockHeader = {
  number: -1n,
  hash: `0x${'0'.repeat(64)}`,
  parentHash: `0x${'0'.repeat(64)}`,
  timestamp: 0,
}

/** An embedded chain that lost its last blocks is short enough to be re-indexed. */
function genesisOf(ctx: Context, chainId: number): BlockHeader | undefined {
  return ctx.config.embeddedChainIds.includes(chainId) ? beforeGenesis : undefined
}

/** Saves the flag that readiness reports when it changes, and logs when it is set. */
async function updateStuck(
  ctx: Context,
  key: IndexKey,
  { state, memory }: { readonly state: IndexState; readonly memory: Memory },
): Promise<void> {
  const { chainId, indexer } = key
  const isStuck = state === 'too-deep' || state === 'unproven'
  if (memory.isStuck === isStuck) return
  await saveStuck(ctx.db, key, isStuck)
  memory.isStuck = isStuck
  if (state !== 'too-deep') return
  ctx.log.error({ chainId, indexer }, 'reorg deeper than all saved headers, index stopped')
}
