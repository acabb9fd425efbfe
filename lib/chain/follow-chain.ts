import { type Context, defineSlot } from '@/lib/context'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { type BlockHeader, blockNumbers, isChain } from './block'
import { findTip, listIndexedBlocks, saveStuck } from './block-store'
import type { BlockRange, ChainIndex, IndexKey } from './chain-index'
import { rangeWidth, withinRange } from './range-width'
import { readHeader, readHeaders } from './read-headers'
import { findAncestor, isOnChain } from './reorg'

/** The state of an index after a step. */
export type IndexState =
  /** The tip is the head that was read. */
  | 'at-head'
  /** There are more blocks to index at once. */
  | 'behind'
  /** The node's head is below the tip: the node may lag. */
  | 'waiting'
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
    const head = await readHeader(ctx.chain(index.chainId))
    const state = memory.head === head.hash ? 'at-head' : await step(ctx, index, { head, memory })
    // The next lag gets its own timeout.
    if (state !== 'waiting') memory.lagsSince = undefined
    return state
  } catch (cause) {
    const { title } = ctx.chain(index.chainId).network
    throw isServiceError(cause) ? cause : dependencyDown(title, cause)
  }
}

/** What a process remembers of an index while it leads. */
type Memory = Lag & {
  /** The head at which the index was found up to date: until it changes the database need not be read. */
  head: string | undefined
  /** The stuck flag as last saved; undefined before that. */
  isStuck: boolean | undefined
}

const memories = defineSlot('chain/follow', (_, _leadership: string): Memory => {
  return { head: undefined, isStuck: undefined, lagsSince: undefined }
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
  const isCanonical = !tip || tip.hash === head.hash || (await isOnChain(chain, tip))
  const state = isCanonical
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
    const isDone = await applyBranch(ctx, index, { head, tip, ancestor: undefined, from })
    return isDone ? 'at-head' : 'behind'
  }
  const last = from + rangeWidth(ctx, index) - 1n
  const safe = head.number - window
  await applyRange(ctx, index, { tip, fromBlock: from, toBlock: last < safe ? last : safe })
  return 'behind'
}

type Branch = Position & { readonly ancestor: BlockHeader | undefined; readonly from: bigint }

/**
 * Applies the blocks from `from` to the head, or as many as one step can take. Returns false if some remain or the
 * chain moved during the read.
 */
async function applyBranch<Events extends object>(
  ctx: Context,
  index: ChainIndex<Events>,
  { head, tip, ancestor, from }: Branch,
): Promise<boolean> {
  const blocks = await readHeaders(ctx.chain(index.chainId), blockNumbers(from, head.number))
  if (!isChain(blocks, ancestor ?? tip)) return false
  const step = await index.readBlocks(blocks)
  await index.apply({ tip, ancestor, ...step, isFinal: false })
  return step.blocks.length === blocks.length
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

/** Continues after a reorg that removed the tip. */
async function followBranch<Events extends object>(
  ctx: Context,
  index: ChainIndex<Events>,
  { head, tip, memory }: Position & StepInput,
): Promise<IndexState> {
  const { chainId, indexer } = index
  const chain = ctx.chain(chainId)
  const indexed = await listIndexedBlocks(ctx.db, index)
  if (isLagging(memory, { head, indexed, nowMs: ctx.now() })) return 'waiting'
  const below = indexed.filter(({ number }) => number <= head.number)
  const ancestor = (await findAncestor(chain, below)) ?? genesisOf(ctx, chainId)
  if (!ancestor) return 'too-deep'
  const depth = (tip?.number ?? 0n) - ancestor.number
  const fields = { chainId, indexer, depth, ancestor: ancestor.number, head: head.number }
  ctx.log.warn(fields, 'chain reorg')
  const from = ancestor.number + 1n
  const window = BigInt(chain.network.reorgBlocks)
  if (ancestor !== beforeGenesis && head.number - ancestor.number <= 2n * window) {
    const isDone = await applyBranch(ctx, index, { head, tip, ancestor, from })
    return isDone ? 'at-head' : 'behind'
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
  const isStuck = state === 'too-deep'
  if (memory.isStuck === isStuck) return
  await saveStuck(ctx.db, key, isStuck)
  memory.isStuck = isStuck
  if (!isStuck) return
  ctx.log.error({ chainId, indexer }, 'reorg deeper than all saved headers, index stopped')
}

/** Milliseconds for which a head below the tip, on the tip's branch, counts as a lagging node. */
const maxLagMs = 10_000

/** The time since which a node lags, in Unix milliseconds; undefined while it does not. */
type Lag = { lagsSince: number | undefined }

type HeadCheck = {
  readonly head: BlockHeader
  readonly indexed: readonly BlockHeader[]
  readonly nowMs: number
}

/**
 * Returns whether a head that is one of our own lower blocks counts as the answer of a lagging node. It does for 10 s,
 * because a rollback would retract events that did happen.
 */
function isLagging(lag: Lag, { head, indexed, nowMs }: HeadCheck): boolean {
  if (!indexed.some(({ hash }) => hash === head.hash)) return false
  lag.lagsSince ??= nowMs
  return nowMs - lag.lagsSince < maxLagMs
}
