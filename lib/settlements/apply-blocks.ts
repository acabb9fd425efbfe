import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { crashPoint } from '@/lib/core/crash-point'
import { ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leader'
import { refreshOrders } from '@/lib/orders/refresh-orders'
import { applyNotifications } from './apply-notifications'
import type { BlockHeader } from './block'
import { deleteBlocksAbove, findTip, saveBlocks } from './block-store'
import { deleteEventsAbove, type IndexedEvent, insertEvents, markMined } from './event-store'
import { applyExpiries } from './expire-orders'
import { readClock } from './expiry-store'
import { type IndexerLeadership, indexerRole } from './indexer-role'
import { clearFailures } from './transaction-store'

/** What the chain did since the tip. */
export type ChainStep = {
  /** The tip that the step was read against; undefined: nothing was indexed. */
  readonly tip: BlockHeader | undefined
  /** The newest block that tip and chain share, where the chain has left the tip's branch. */
  readonly ancestor: BlockHeader | undefined
  /** The blocks to remember, lowest first; the last becomes the tip. None: the chain only went back. */
  readonly blocks: readonly BlockHeader[]
  /** All events of the blocks that the step spans, in chain order. */
  readonly events: readonly IndexedEvent[]
}

/**
 * Makes one step of a network in one transaction: events that left the chain go, new ones come, and
 * fills, status, notifications and deliveries follow from them.
 *
 * @throws {ServiceError} Conflict when another process leads, or has moved the tip.
 */
export async function applyBlocks(
  ctx: Context,
  { chainId, epoch }: IndexerLeadership,
  step: ChainStep,
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, indexerRole(chainId), epoch)
    const tip = await findTip(tx, chainId)
    if (tip?.hash !== step.tip?.hash) {
      throw new ServiceError('Conflict', `network ${chainId} was indexed by another process`)
    }
    await applyStep(tx, chainId, step, ctx.chain(chainId).network.finalityBlocks)
  })
  if (step.events.length > 0) crashPoint('after-event')
}

async function applyStep(
  tx: Transaction,
  chainId: number,
  { ancestor, blocks, events }: ChainStep,
  finalityBlocks: number,
): Promise<void> {
  const dropped = ancestor ? await deleteEventsAbove(tx, chainId, ancestor.number) : []
  if (ancestor) await deleteBlocksAbove(tx, chainId, ancestor.number)
  const inserted = await insertEvents(tx, chainId, events)
  await saveBlocks(tx, { chainId, blocks, keep: finalityBlocks })
  const uids = orderUids([...dropped, ...inserted])
  const tip = blocks.at(-1) ?? ancestor
  if (uids.length === 0 || !tip) return markMined(tx, chainId, inserted)
  const nowSeconds = Math.min(tip.timestamp, toUnixSeconds(await readClock(tx)))
  const changes = await refreshOrders(tx, { uids, nowSeconds })
  await clearFailures(tx, orderUids(inserted.filter(({ kind }) => kind === 'trade')))
  await markMined(tx, chainId, inserted)
  await applyNotifications(tx, chainId, { dropped, inserted })
  await applyExpiries(tx, chainId, changes)
}

function orderUids(events: readonly ({ orderUid: Hex } | object)[]): Hex[] {
  return [...new Set(events.flatMap((event) => ('orderUid' in event ? [event.orderUid] : [])))]
}
