import type { BlockHeader } from '@/lib/chain/block'
import { findTip } from '@/lib/chain/block-store'
import type { Chain } from '@/lib/chain/chain'
import type { BlockRange } from '@/lib/chain/chain-index'
import { followChain, type IndexState } from '@/lib/chain/follow-chain'
import { mayHaveLog } from '@/lib/chain/log-bloom'
import { newestHead } from '@/lib/chain/nodes/watch-nodes'
import { inChunks, readHeaders } from '@/lib/chain/read-headers'
import { readReceiptLogs } from '@/lib/chain/read-logs'
import type { ContractEvent, IndexedEvent } from '@/lib/chain-events/contract-event'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { dependencyDown } from '@/lib/core/errors'
import { blocksIn } from '@/lib/core/networks/network'
import { applyBlocks } from './apply-blocks'
import { areLogsConfirmed } from './confirm-events'
import { auctionIdOf, knownTopics } from './decode-logs'
import { type IndexerLeadership, settlementIndex } from './indexer-role'
import { addressesOf, decode, sourceOf } from './read-events'

/** How far back the first indexing of a network starts, in blocks: more than a day on mainnet, and few log queries. */
const firstReach = 10_000n

/**
 * Advances the index of a network towards the head, see {@link followChain}.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer, Conflict if another process leads.
 */
export async function indexBlocks(
  ctx: Context,
  leadership: IndexerLeadership,
): Promise<IndexState> {
  const { chainId, epoch } = leadership
  return followChain(ctx, {
    ...{ ...settlementIndex(chainId), epoch },
    firstBlock: async ({ number }) => (number > firstReach ? number - firstReach : 0n),
    readBlocks: (blocks: readonly BlockHeader[]) => readBlockEvents(ctx, chainId, blocks),
    readRange: (range) => readRangeEvents(ctx, chainId, range),
    noEvents: [],
    apply: (step) => applyBlocks(ctx, leadership, step),
  })
}

/**
 * Reads the events of these blocks by block hash, so that forks are never mixed, as many as fit one step. Undefined
 * until the other nodes report the same.
 */
async function readBlockEvents(
  ctx: Context,
  chainId: number,
  blocks: readonly BlockHeader[],
): Promise<BlockEvents<IndexedEvent> | undefined> {
  const chain = ctx.chain(chainId)
  const source = sourceOf(ctx, chainId)
  const addresses = addressesOf(source)
  const read = await inChunks(blocks, async (block) => ({
    block,
    logs: await chain.client.getLogs({ address: addresses, blockHash: block.hash }),
  }))
  for (const { block, logs } of read) {
    if (logs.length > 0 || !(await areLogsLeftOut(chain, block, addresses))) continue
    ctx.log.warn({ chainId, block: block.number }, 'the node leaves out logs, index waits')
    return undefined
  }
  const logs = read.flatMap((one) => one.logs)
  const step = firstStep({ blocks, events: decode(ctx, logs, source) })
  const last = step.blocks.at(-1)?.number ?? 0n
  const reported = read.filter((one) => one.logs.length > 0 && one.block.number <= last)
  // Before any other read: the node does not know the transaction of a forged log.
  if (!(await areLogsConfirmed(ctx, { chainId, addresses }, reported))) return undefined
  return { blocks: step.blocks, events: await complete(chain, step.events, blocks) }
}

/**
 * Returns whether a block for which the node reported no logs has some. Nodes whose index of logs lags behind their blocks
 * answer so. Its bloom filter rules that out for nearly every block; the receipts decide about the others.
 */
async function areLogsLeftOut(
  chain: Chain,
  { number: blockNumber, hash, logsBloom }: BlockHeader,
  addresses: readonly Address[],
): Promise<boolean> {
  const topics = [...knownTopics]
  const mayHave = (address: Address) =>
    logsBloom !== undefined && topics.some((topic) => mayHaveLog(logsBloom, address, topic))
  if (!addresses.some(mayHave)) return false
  // Not every node has this method.
  const logs = await readReceiptLogs(chain, { blockNumber, addresses, topics }).catch(() => [])
  return logs.some(({ blockHash }) => blockHash === hash)
}

/**
 * Reads the events of a range of finalized blocks, which every other current node must confirm.
 * @throws {Error} if the range has more events than one transaction should apply, or if nodes report different logs.
 */
export async function readRangeEvents(
  ctx: Context,
  chainId: number,
  range: BlockRange,
): Promise<IndexedEvent[]> {
  const chain = ctx.chain(chainId)
  const source = sourceOf(ctx, chainId)
  const addresses = addressesOf(source)
  const logs = await chain.client.getLogs({ address: addresses, ...range })
  const events = decode(ctx, logs, source)
  if (events.length > maxEvents && range.toBlock > range.fromBlock) {
    throw new Error(`the block range is too wide: it holds ${events.length} events`)
  }
  const blocks = await readHeaders(chain, [...new Set(events.map((event) => event.blockNumber))])
  const reported = blocks.map((block) => {
    return { block, logs: logs.filter(({ blockHash }) => blockHash === block.hash) }
  })
  if (!(await areLogsConfirmed(ctx, { chainId, addresses }, reported))) {
    throw new Error('the nodes report different logs')
  }
  return complete(chain, events, blocks)
}

/** Adds block times and auction ids; an event of an unknown block belongs to another fork. */
async function complete(
  chain: Chain,
  events: readonly ContractEvent[],
  blocks: readonly BlockHeader[],
): Promise<IndexedEvent[]> {
  const times = new Map(blocks.map(({ hash, timestamp }) => [hash, timestamp]))
  return inChunks(events, async (event) => {
    const timestamp = times.get(event.blockHash)
    if (timestamp === undefined) throw new Error(`block ${event.blockHash} has left the chain`)
    if (event.kind !== 'settlement') return { ...event, timestamp }
    const { input } = await chain.client.getTransaction({ hash: event.txHash })
    return { ...event, timestamp, auctionId: auctionIdOf(input) }
  })
}

/** Maximum number of events per transaction, unless a single block has more, so that the locks end within a second. */
const maxEvents = 2_000

/** Blocks in ascending order, with all their events in chain order. */
type BlockEvents<E extends ContractEvent> = {
  readonly blocks: readonly BlockHeader[]
  readonly events: readonly E[]
}

/** Returns the leading blocks that fit into one transaction, at least one: anyone can fill blocks with events. */
function firstStep({ blocks, events }: BlockEvents<ContractEvent>): BlockEvents<ContractEvent> {
  const tooMuch = events[maxEvents]
  if (!tooMuch) return { blocks, events }
  const end = blocks.findIndex(({ number }) => number === tooMuch.blockNumber)
  const taken = blocks.slice(0, Math.max(1, end))
  const last = taken.at(-1)?.number ?? 0n
  return { blocks: taken, events: events.filter(({ blockNumber }) => blockNumber <= last) }
}

/** Tolerated lag of the index: one block, or the blocks of this many seconds if the index polls more slowly. */
const freshSeconds = 2

/**
 * Returns whether the index of a network has reached the head.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function isIndexed(ctx: Context, chainId: number): Promise<boolean> {
  const { network } = ctx.chain(chainId)
  const { number: head } = await newestHead(ctx, chainId).catch((cause) => {
    throw dependencyDown(network.title, cause)
  })
  const tip = await findTip(ctx.db, settlementIndex(chainId))
  const maxLag = BigInt(blocksIn(network, { seconds: freshSeconds }))
  return tip !== undefined && head - tip.number <= maxLag && head >= tip.number
}
