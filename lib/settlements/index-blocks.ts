import { type Context, memoized } from '@/lib/context'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { applyBlocks } from './apply-blocks'
import { type BlockHeader, blockNumbers, isChain } from './block'
import { findTip, listIndexedBlocks, saveStuck } from './block-store'
import { isLagging } from './index-lag'
import { rangeWidth, withinRange } from './index-range'
import type { IndexerLeadership } from './indexer-role'
import { readBlockEvents, readHeader, readHeaders, readRangeEvents } from './read-blocks'
import { findAncestor, isOnChain } from './reorg'
import { firstStep } from './step-size'

/** How far back a network that was never indexed is read. */
const firstReach = 10_000n

/** Where the indexer stands after a step. */
export type IndexState =
  /** The tip is the head that was seen. */
  | 'at-head'
  /** There is more to index at once. */
  | 'behind'
  /** The node knows less than is indexed; perhaps it lags. */
  | 'waiting'
  /** The chain has left the branch of every block that is remembered; an operator has to look. */
  | 'too-deep'

type Position = { readonly head: BlockHeader; readonly tip: BlockHeader | undefined }

/**
 * Makes one step towards the head of a network: within the finality window by block hash, each block
 * checked against its parent; what lies further behind in ranges. A chain that has left our branch is
 * followed from the newest common block.
 *
 * @throws {ServiceError} InternalServerError when the network's RPC does not answer, Conflict when another
 * process leads.
 */
export async function indexBlocks(
  ctx: Context,
  leadership: IndexerLeadership,
): Promise<IndexState> {
  const chain = ctx.chain(leadership.chainId)
  try {
    const head = await readHeader(chain)
    const tip = await findTip(ctx.db, leadership.chainId)
    const isSound = !tip || tip.hash === head.hash || (await isOnChain(chain, tip))
    const state = isSound
      ? await advance(ctx, leadership, { head, tip })
      : await followBranch(ctx, leadership, { head, tip })
    await noteStuck(ctx, leadership.chainId, state)
    return state
  } catch (cause) {
    throw isServiceError(cause) ? cause : dependencyDown(chain.network.title, cause)
  }
}

async function advance(
  ctx: Context,
  leadership: IndexerLeadership,
  { head, tip }: Position,
): Promise<IndexState> {
  if (tip?.hash === head.hash) return 'at-head'
  if (tip && tip.number >= head.number) return 'waiting'
  const reach = head.number > firstReach ? head.number - firstReach : 0n
  const from = tip ? tip.number + 1n : reach
  const window = BigInt(ctx.chain(leadership.chainId).network.finalityBlocks)
  if (head.number - from < window) {
    const isDone = await applyBranch(ctx, leadership, { head, tip, ancestor: undefined, from })
    return isDone ? 'at-head' : 'behind'
  }
  const last = from + rangeWidth(ctx, leadership.chainId) - 1n
  const safe = head.number - window
  await applyRange(ctx, leadership, { tip, fromBlock: from, toBlock: last < safe ? last : safe })
  return 'behind'
}

type Branch = Position & { readonly ancestor: BlockHeader | undefined; readonly from: bigint }

/**
 * Applies the blocks from `from` to the head, or as many as one transaction can; false when some
 * are left, or the chain moved while they were read.
 */
async function applyBranch(
  ctx: Context,
  leadership: IndexerLeadership,
  { head, tip, ancestor, from }: Branch,
): Promise<boolean> {
  const chain = ctx.chain(leadership.chainId)
  const blocks = await readHeaders(chain, blockNumbers(from, head.number))
  if (!isChain(blocks, ancestor ?? tip)) return false
  const events = await readBlockEvents(ctx, leadership.chainId, blocks)
  const step = firstStep({ blocks, events })
  await applyBlocks(ctx, leadership, { tip, ancestor, ...step })
  return step.blocks.length === blocks.length
}

type Range = {
  readonly tip: BlockHeader | undefined
  readonly fromBlock: bigint
  readonly toBlock: bigint
}

async function applyRange(
  ctx: Context,
  leadership: IndexerLeadership,
  { tip, ...range }: Range,
): Promise<void> {
  const { chainId } = leadership
  const chain = ctx.chain(chainId)
  const last = await readHeader(chain, range.toBlock)
  const events = await withinRange(ctx, chainId, () => readRangeEvents(ctx, chainId, range))
  if (!(await isOnChain(chain, last))) return
  await applyBlocks(ctx, leadership, { tip, ancestor: undefined, blocks: [last], events })
}

/** Follows a chain that no longer has the tip. */
async function followBranch(
  ctx: Context,
  leadership: IndexerLeadership,
  { head, tip }: Position,
): Promise<IndexState> {
  const { chainId } = leadership
  const chain = ctx.chain(chainId)
  const indexed = await listIndexedBlocks(ctx.db, chainId)
  if (isLagging(ctx, chainId, { head, indexed })) return 'waiting'
  const below = indexed.filter(({ number }) => number <= head.number)
  const ancestor = (await findAncestor(chain, below)) ?? genesisOf(ctx, chainId)
  if (!ancestor) return 'too-deep'
  const depth = (tip?.number ?? 0n) - ancestor.number
  ctx.log.warn(
    { chainId, depth, ancestor: ancestor.number, head: head.number },
    'chain reorganised',
  )
  const from = ancestor.number + 1n
  const window = BigInt(chain.network.finalityBlocks)
  if (ancestor !== beforeGenesis && head.number - ancestor.number <= 2n * window) {
    const isDone = await applyBranch(ctx, leadership, { head, tip, ancestor, from })
    return isDone ? 'at-head' : 'behind'
  }
  await applyBlocks(ctx, leadership, { tip, ancestor, blocks: [], events: [] })
  return 'behind'
}

/** A block below all others: going back to it means indexing anew. */
const beforeGenesis: BlockHeader = {
  number: -1n,
  hash: `0x${'0'.repeat(64)}`,
  parentHash: `0x${'0'.repeat(64)}`,
  timestamp: 0,
}

/** An embedded chain whose last blocks were lost is short enough to be indexed anew. */
function genesisOf(ctx: Context, chainId: number): BlockHeader | undefined {
  return ctx.config.embeddedChainIds.includes(chainId) ? beforeGenesis : undefined
}

/** Keeps the flag that readiness shows, and logs when it changes. */
async function noteStuck(ctx: Context, chainId: number, state: IndexState): Promise<void> {
  const note = memoized(ctx, `indexer:stuck:${chainId}`, (): { stuck?: boolean } => ({}))
  const stuck = state === 'too-deep'
  if (note.stuck === stuck) return
  await saveStuck(ctx.db, chainId, stuck)
  note.stuck = stuck
  if (!stuck) return
  ctx.log.error(
    { chainId },
    'the chain was reorganised deeper than the indexer remembers; it stands',
  )
}
