import {
  findBlockAtOrBelow,
  findTip,
  listIndexedBlocks,
  replaceBlocks,
} from '@/lib/chain/block-store'
import { readHeader, readHeaders } from '@/lib/chain/read-headers'
import { ofKind } from '@/lib/chain-events/contract-event'
import { rewriteBlock } from '@/lib/chain-events/event-repair-store'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { toUnixSeconds } from '@/lib/core/time'
import { readClock } from '@/lib/db/clock'
import { inTransaction } from '@/lib/db/database'
import { assertSoleWriter } from '@/lib/db/leadership'
import { refreshOrders } from '@/lib/orders/state/refresh-orders'
import { findExecutedFees } from '@/lib/settlements/auctioneer/settled-solution-query'
import { applyEvents, siteOf } from './apply-blocks'
import { applyNotifications } from './apply-notifications'
import { bookSettlements } from './book-settlements'
import { readRangeEvents } from './index-blocks'
import { type IndexerLeadership, indexerRole, settlementIndex } from './indexer-role'

/**
 * Reads a block's events again, confirmed by every other current node, and makes its rows the same: missing events are
 * applied as if they had just been indexed, surplus ones undone as by a reorg. Returns false while the block is not indexed,
 * or not on the chain that is.
 *
 * @throws {ServiceError} Conflict if another process leads; InternalServerError if the network's RPC does not answer.
 * @throws {Error} if the nodes report different logs.
 */
export async function repairBlock(
  ctx: Context,
  { chainId, epoch }: IndexerLeadership,
  blockNumber: bigint,
): Promise<boolean> {
  const index = settlementIndex(chainId)
  const header = await readHeader(ctx.chain(chainId), blockNumber)
  const range = { fromBlock: blockNumber, toBlock: blockNumber }
  const read = await readRangeEvents(ctx, chainId, range)
  if (read.some(({ blockHash }) => blockHash !== header.hash)) return false
  const events = await bookSettlements(ctx, chainId, read)
  const { reorgBlocks } = ctx.chain(chainId).network
  return inTransaction(ctx.db, async (tx) => {
    await assertSoleWriter(tx, indexerRole(chainId), epoch)
    const tip = await findTip(tx, index)
    const stored = await findBlockAtOrBelow(tx, index, blockNumber)
    const isStored = stored?.number === blockNumber && stored.hash === header.hash
    const isFinal = tip !== undefined && tip.number - blockNumber >= BigInt(reorgBlocks)
    if (!tip || !(isStored || isFinal)) return false
    const fees = await findExecutedFees(tx, chainId, events)
    const changed = await rewriteBlock(tx, { chainId, blockNumber, events, fees })
    const site = siteOf(ctx, chainId)
    await applyEvents(tx, site, { ...changed, tip })
    const uids = events.flatMap((event) => ('orderUid' in event ? [event.orderUid] : []))
    // Corrected fields change orders without a new event; a notification that is there already is not sent again.
    await refreshOrders(tx, { uids, nowSeconds: await nowOf(tx, tip) })
    await applyNotifications(tx, site, { dropped: [], inserted: ofKind(events, 'trade') })
    return true
  })
}

async function nowOf(tx: Parameters<typeof readClock>[0], tip: { readonly timestamp: number }) {
  return Math.min(tip.timestamp, toUnixSeconds(await readClock(tx)))
}

/** Derives the state of orders from their stored events again. */
export async function repairOrders(
  ctx: Context,
  { chainId, epoch }: IndexerLeadership,
  uids: readonly Hex[],
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await assertSoleWriter(tx, indexerRole(chainId), epoch)
    const tip = await findTip(tx, settlementIndex(chainId))
    if (tip) await refreshOrders(tx, { uids, nowSeconds: await nowOf(tx, tip) })
  })
}

/**
 * Replaces stored headers that are not those of the chain. The tip is left alone: the index finds by itself that it left the
 * chain.
 */
export async function repairHeaders(
  ctx: Context,
  { chainId, epoch }: IndexerLeadership,
): Promise<void> {
  const index = settlementIndex(chainId)
  const [tip, ...lower] = await listIndexedBlocks(ctx.db, index)
  const read = await readHeaders(
    ctx.chain(chainId),
    lower.map(({ number }) => number),
  )
  const changed = read.filter(({ hash, parentHash }, i) => {
    return lower[i]?.hash !== hash || lower[i].parentHash !== parentHash
  })
  await inTransaction(ctx.db, async (tx) => {
    await assertSoleWriter(tx, indexerRole(chainId), epoch)
    // A reorg since they were read would make them those of another branch.
    if (tip && (await findTip(tx, index))?.hash === tip.hash)
      await replaceBlocks(tx, index, changed)
  })
}
