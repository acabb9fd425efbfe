import type { BlockHeader } from '@/lib/chain/block'
import { deleteBlocksAbove, findTip, saveBlocks } from '@/lib/chain/block-store'
import type { ChainStep } from '@/lib/chain/chain-index'
import { trampolineOf } from '@/lib/chain/simulation/trampoline'
import { type IndexedEvent, type Of, ofKind, placeKey } from '@/lib/chain-events/contract-event'
import { deleteEventsAbove, insertEvents, listFirstEvents } from '@/lib/chain-events/event-store'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { crashPoint } from '@/lib/core/crash-point'
import { ServiceError } from '@/lib/core/errors'
import type { NewOrderNotification } from '@/lib/core/notification'
import { daySeconds, toUnixSeconds } from '@/lib/core/time'
import { readClock } from '@/lib/db/clock'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { type PlacementSite, placeOnchainOrders } from '@/lib/orders/onchain/place-onchain-orders'
import { lockOrders } from '@/lib/orders/order-lock-store'
import { clearFailures } from '@/lib/orders/state/order-state-store'
import { refreshOrders } from '@/lib/orders/state/refresh-orders'
import { findExecutedFees } from '@/lib/settlements/auctioneer/settled-solution-query'
import { deleteCostsAbove } from '@/lib/settlements/books/cost-store'
import { applyExpiries } from '@/lib/settlements/lifecycle/expire-orders'
import { markMined } from '@/lib/settlements/submission/transaction-store'
import { type AppliedEvents, applyNotifications, type NotifiedSite } from './apply-notifications'
import { bookSettlements } from './book-settlements'
import { type IndexerLeadership, indexerRole, settlementIndex } from './indexer-role'

type SettlementStep = Omit<ChainStep<readonly IndexedEvent[]>, 'isFinal'>

/**
 * Advances the index of a network in one transaction: deletes the events of dropped blocks, inserts new ones, and
 * updates fills, statuses, notifications and deliveries.
 * @throws {ServiceError} Conflict if another process leads or has advanced the index; InternalServerError if the
 * network's RPC does not return a settlement's receipt.
 */
export async function applyBlocks(
  ctx: Context,
  { chainId, epoch }: IndexerLeadership,
  step: SettlementStep,
): Promise<void> {
  const startMs = ctx.now()
  const events = await bookSettlements(ctx, chainId, step.events)
  const applied = await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, indexerRole(chainId), epoch)
    const tip = await findTip(tx, settlementIndex(chainId))
    if (tip?.hash !== step.tip?.hash) {
      throw new ServiceError('Conflict', `network ${chainId} was indexed by another process`)
    }
    return applyStep(tx, siteOf(ctx, chainId), { ...step, events })
  })
  recordApplied(ctx, { ...applied, chainId, startMs })
  if (step.events.length > 0) crashPoint('after-event')
}

type Site = PlacementSite & NotifiedSite & { readonly reorgBlocks: number }

/** Returns where a network's events apply. */
export function siteOf(ctx: Context, chainId: number): Site {
  const { wrappedNative, reorgBlocks } = ctx.chain(chainId).network
  const { settlementContract, maxPartnerFeeBps, notificationDays } = ctx.config
  const trampoline = trampolineOf(ctx, chainId)
  const site = { chainId, settlementContract, wrappedNative, trampoline }
  const notifiedFrom = toUnixSeconds(ctx.now()) - notificationDays * daySeconds
  return { ...site, maxPartnerFeeBps, reorgBlocks, notifiedFrom }
}

async function applyStep(
  tx: Transaction,
  site: Site,
  { ancestor, blocks, events }: SettlementStep,
): Promise<Applied> {
  const { chainId, reorgBlocks } = site
  const index = settlementIndex(chainId)
  const dropped = ancestor ? await deleteEventsAbove(tx, chainId, ancestor.number) : []
  if (ancestor) {
    await deleteBlocksAbove(tx, index, ancestor.number)
    await deleteCostsAbove(tx, chainId, ancestor.number)
  }
  const fees = await findExecutedFees(tx, chainId, events)
  const inserted = await insertEvents(tx, chainId, { events, fees })
  await saveBlocks(tx, index, { blocks, keep: reorgBlocks })
  const tip = blocks.at(-1) ?? ancestor
  return applyEvents(tx, site, { dropped, inserted, tip })
}

/** What followed from new events for the orders of this service; others trade through the same contract. */
type Applied = {
  readonly placed: readonly Hex[]
  readonly fills: readonly Of<'trade'>[]
  readonly notified: readonly NewOrderNotification[]
}

/** Records it in the traces of the orders. */
function recordApplied(
  ctx: Context,
  {
    chainId,
    startMs,
    placed,
    fills,
    notified,
  }: Applied & { readonly chainId: number; readonly startMs: number },
): void {
  const facts = { 'coincide.chain_id': chainId }
  ctx.traces.recordPlaced(placed, { startMs, attributes: facts })
  for (const { orderUid, txHash, blockNumber } of fills) {
    const attributes = { 'coincide.tx_hash': txHash, 'coincide.block': Number(blockNumber) }
    ctx.traces.recordOrders([orderUid], 'order.fill', {
      startMs,
      attributes: { ...facts, ...attributes },
    })
  }
  for (const { orderUid, type } of notified) {
    const attributes = { ...facts, 'coincide.notification': type }
    ctx.traces.recordOrders([orderUid], 'order.notify', { startMs, attributes })
  }
}

type EventChanges = AppliedEvents & {
  /** The newest block of the index. */
  readonly tip: BlockHeader | undefined
}

/** Updates what follows from deleted and new events: fills, statuses, notifications and deliveries. */
export async function applyEvents(
  tx: Transaction,
  site: Site,
  { dropped, inserted, tip }: EventChanges,
): Promise<Applied> {
  const { chainId } = site
  const uids = orderUids([...dropped, ...inserted])
  if (uids.length === 0 || !tip) {
    await markMined(tx, chainId, inserted)
    return { placed: [], fills: [], notified: [] }
  }
  await lockOrders(tx, uids)
  const placed = await placeOrders(tx, site, ofKind(inserted, 'placement'))
  const nowSeconds = Math.min(tip.timestamp, toUnixSeconds(await readClock(tx)))
  const changes = await refreshOrders(tx, { uids, nowSeconds })
  await clearFailures(tx, orderUids(ofKind(inserted, 'trade')))
  await markMined(tx, chainId, inserted)
  const notified = await applyNotifications(tx, site, { dropped, inserted })
  await applyExpiries(tx, chainId, changes)
  const changed = new Set(changes.map(({ after }) => after.uid))
  const fills = ofKind(inserted, 'trade').filter(({ orderUid }) => changed.has(orderUid))
  return { placed, fills, notified }
}

/** Stores the orders of placements, and returns their uids; only the first placement of an order counts. */
async function placeOrders(
  tx: Transaction,
  site: Site,
  placements: readonly Of<'placement'>[],
): Promise<readonly Hex[]> {
  const uids = orderUids(placements)
  if (uids.length === 0) return []
  const { chainId } = site
  const first = new Set((await listFirstEvents(tx, 'placement', { chainId, uids })).map(placeKey))
  const counting = placements.filter((placement) => first.has(placeKey(placement)))
  await placeOnchainOrders(tx, site, counting)
  return orderUids(counting)
}

function orderUids(events: readonly ({ orderUid: Hex } | object)[]): Hex[] {
  return [...new Set(events.flatMap((event) => ('orderUid' in event ? [event.orderUid] : [])))]
}
