import { saveAppData } from '@/lib/app-data/app-data-store'
import type { ResolvedAppData } from '@/lib/app-data/resolve-app-data'
import { listMentionedUids } from '@/lib/chain-events/order-event-query'
import { type Context, defineLoader } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { inTransaction, isInvalidData, isWriteConflict, type Transaction } from '@/lib/db/database'
import { replaceOrder } from '@/lib/orders/cancellation/replace-order'
import { lockOrders, lockOwners } from '@/lib/orders/order-lock-store'
import type { NewOrder } from '@/lib/orders/order-record'
import { notifyPriorEvents } from '@/lib/orders/state/notify-prior-events'
import { refreshOrders } from '@/lib/orders/state/refresh-orders'
import type { StoredQuote } from '@/lib/quotes/quote-store'
import { isLimited, refuseOverLimits } from './limit-open-orders'
import { insertOrders, insertPlainOrders } from './order-insertion-store'
import { type AttachedQuote, saveOrderQuotes } from './order-quote-store'
/** A validated order and the records stored with it. */
export type Placement = {
  readonly order: NewOrder
  readonly appData: ResolvedAppData
  readonly quote: StoredQuote | undefined
}

/**
 * Concurrent transactions per process, and the maximum number of orders per transaction: one fills while the other
 * commits, and few database connections suffice.
 */
const groups = { concurrency: 2, size: 64 }

/**
 * Saves an order with its quote and app data, and cancels the order it replaces. Batches concurrent submissions into
 * one transaction. The order locks ensure that events indexed earlier apply to the order, and that the indexer sees the
 * order afterwards.
 *
 * @throws {ServiceError} DuplicatedOrder, TooManyLimitOrders, or what `replaceOrder` throws; nothing is changed then.
 */
export async function savePlacedOrder(ctx: Context, placement: Placement): Promise<void> {
  if (placement.appData.metadata.replacedOrder) return saveAlone(ctx, placement)
  const { order, quote } = placement
  const saveTogether = isLimited(ctx, order, quote) ? saveInGroup : saveInPlainGroup
  const refusal = await saveTogether(ctx, placement)
  if (refusal) throw refusal
}

const saveInGroup = defineLoader<Placement, unknown>('orders/save', saveGroup, groups)
const saveInPlainGroup = defineLoader<Placement, unknown>('orders/save-plain', savePlain, groups)

/** Saves orders outside the limits by a faster path when all of them qualify, as most do; else by {@link saveGroup}. */
async function savePlain(
  ctx: Context,
  group: readonly Placement[],
): Promise<ReadonlyMap<Placement, unknown>> {
  const [first, ...others] = group.map(orderOf)
  if (!first) return new Map()
  const documents = group.flatMap(({ appData }) => (appData.document ? appData.hash : []))
  const plain = { orders: [first, ...others], quotes: quotesOf(group), documents } as const
  const isSaved = await insertPlainOrders(ctx.db, plain).catch((error) => {
    if (isInvalidData(error) || isWriteConflict(error)) return false
    throw error
  })
  return isSaved ? new Map() : saveGroup(ctx, group)
}

/** Returns the rejected placements with their errors; saves the rest. */
async function saveGroup(
  ctx: Context,
  group: readonly Placement[],
): Promise<ReadonlyMap<Placement, unknown>> {
  try {
    return await inTransaction(ctx.db, (tx) => save(ctx, tx, group))
  } catch (error) {
    if (!isInvalidData(error)) throw error
  }
  // One of them cannot be stored; saving them one by one finds it.
  const refusals = new Map<Placement, unknown>()
  for (const placement of group) {
    await saveAlone(ctx, placement).catch((reason) => refusals.set(placement, reason))
  }
  return refusals
}

async function saveAlone(ctx: Context, placement: Placement): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    for (const refusal of (await save(ctx, tx, [placement])).values()) throw refusal
  })
}

async function save(
  ctx: Context,
  tx: Transaction,
  group: readonly Placement[],
): Promise<ReadonlyMap<Placement, ServiceError>> {
  const first = new Map(group.toReversed().map((placement) => [placement.order.uid, placement]))
  const distinct = [...first.values()]
  const limited = distinct.filter(({ order, quote }) => isLimited(ctx, order, quote))
  if (limited.length > 0) await lockOwners(tx, limited.map(orderOf))
  await lockOrders(tx, distinct.flatMap(namedOrders))
  for (const { order, appData } of distinct) {
    const replaced = appData.metadata.replacedOrder
    if (replaced) await replaceOrder(ctx, tx, { order, replaced })
  }
  const refusals = await refuseOverLimits(ctx, tx, limited)
  const good = distinct.filter((placement) => !refusals.has(placement))
  const isNew = new Set(await insertOrders(tx, good.map(orderOf)))
  const placed = new Set(good.filter(({ order }) => isNew.has(order.uid)))
  await savePending(ctx, tx, [...placed])
  for (const placement of group) {
    if (placed.has(placement)) continue
    const refusal = refusals.get(first.get(placement.order.uid) ?? placement)
    refusals.set(placement, refusal ?? duplicatedOrder())
  }
  return refusals
}

/** Saves the records of newly inserted orders and applies prior on-chain events. */
async function savePending(
  ctx: Context,
  tx: Transaction,
  placed: readonly Placement[],
): Promise<void> {
  if (placed.length === 0) return
  await saveOrderQuotes(tx, quotesOf(placed))
  await saveDocuments(tx, placed)
  const uids = await listMentionedUids(
    tx,
    placed.map(({ order }) => order.uid),
  )
  const changes = await refreshOrders(tx, { uids, nowSeconds: toUnixSeconds(ctx.now()) })
  await notifyPriorEvents(
    tx,
    changes.map(({ after }) => after),
  )
}

const orderOf = ({ order }: Placement) => order

function namedOrders({ order, appData }: Placement): Hex[] {
  const replaced = appData.metadata.replacedOrder
  return replaced ? [order.uid, replaced] : [order.uid]
}

function quotesOf(group: readonly Placement[]): ReadonlyMap<Hex, AttachedQuote> {
  const quotes = new Map<Hex, AttachedQuote>()
  for (const { order, quote, appData } of group) {
    const { slippageBips } = appData.metadata
    if (quote) quotes.set(order.uid, { ...quote, slippageBips })
  }
  return quotes
}

/** Writes each document once, in hash order, so that concurrent transactions cannot deadlock on the rows. */
async function saveDocuments(tx: Transaction, group: readonly Placement[]): Promise<void> {
  const documents = new Map<Hex, { text: string; at: Date }>()
  for (const { order, appData } of group) {
    if (appData.document === undefined) continue
    documents.set(appData.hash, { text: appData.document, at: order.createdAt })
  }
  const sorted = [...documents].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [hash, document] of sorted) await saveAppData(tx, { hash, ...document })
}

/** Creates the error for an order that exists already. */
export function duplicatedOrder(): ServiceError {
  return new ServiceError('DuplicatedOrder', 'an order with this uid exists')
}
