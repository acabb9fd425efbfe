import type { BlockHeader } from '@/lib/chain/block'
import type { Chain } from '@/lib/chain/chain'
import type { BlockRange } from '@/lib/chain/chain-index'
import { inChunks, readHeaders } from '@/lib/chain/read-headers'
import type { ContractEvent, IndexedEvent } from '@/lib/chain-events/contract-event'
import type { Context } from '@/lib/context'
import { maxEvents } from './block-batch'
import {
  auctionIdOf,
  countUnreadable,
  decodeLogs,
  type EventSource,
  type RawLog,
} from './decode-logs'

/** Reads the events of these blocks by block hash, so that forks are never mixed. */
export async function readBlockEvents(
  ctx: Context,
  chainId: number,
  blocks: readonly BlockHeader[],
): Promise<IndexedEvent[]> {
  const chain = ctx.chain(chainId)
  const source = sourceOf(ctx, chainId)
  const logs = await inChunks(blocks, ({ hash: blockHash }) =>
    chain.client.getLogs({ address: addressesOf(source), blockHash }),
  )
  return complete(chain, decode(ctx, logs.flat(), source), blocks)
}

/**
 * Reads the events of a range of finalized blocks.
 * @throws {Error} if the range has more events than one transaction should apply.
 */
export async function readRangeEvents(
  ctx: Context,
  chainId: number,
  range: BlockRange,
): Promise<IndexedEvent[]> {
  const chain = ctx.chain(chainId)
  const source = sourceOf(ctx, chainId)
  const logs = await chain.client.getLogs({ address: addressesOf(source), ...range })
  const events = decode(ctx, logs, source)
  if (events.length > maxEvents && range.toBlock > range.fromBlock) {
    throw new Error(`the block range is too wide: it holds ${events.length} events`)
  }
  const blocks = await readHeaders(chain, [...new Set(events.map((event) => event.blockNumber))])
  return complete(chain, events, blocks)
}

function sourceOf({ config }: Context, chainId: number): EventSource {
  const { settlementContract, onchainOrderContracts } = config
  return { chainId, settlementContract, orderContracts: onchainOrderContracts.get(chainId) ?? [] }
}

const addressesOf = ({ settlementContract, orderContracts }: EventSource) => [
  settlementContract,
  ...orderContracts,
]

function decode(ctx: Context, logs: readonly RawLog[], source: EventSource): ContractEvent[] {
  const events = decodeLogs(logs, source)
  const unreadable = countUnreadable(logs, events)
  if (unreadable > 0) {
    ctx.log.warn({ chainId: source.chainId, unreadable }, 'passed over events that make no sense')
  }
  return events
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
