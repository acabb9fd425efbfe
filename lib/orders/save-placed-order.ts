import { saveAppData } from '@/lib/app-data/app-data-store'
import type { ResolvedAppData } from '@/lib/app-data/resolve-app-data'
import { type Context, memoized } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { createBatch } from '@/lib/db/batch'
import {
  inTransaction,
  isRefusedData,
  isUniqueViolation,
  type Transaction,
} from '@/lib/db/database'
import type { StoredQuote } from '@/lib/quotes/quote-store'
import { isLimited } from './limit-open-orders'
import { refuseOverLimits } from './limit-placements'
import { listMentionedUids, lockOrders } from './order-facts-store'
import { insertOrders } from './order-insertion-store'
import { type AttachedQuote, lockOwners, saveOrderQuotes } from './order-quote-store'
import type { NewOrder } from './order-record'
import { refreshOrders } from './refresh-orders'
import { replaceOrder } from './replace-order'
import { tellEarlyFacts } from './tell-early-facts'

/** An order that was found good, and what is stored beside it. */
export type Placement = {
  readonly order: NewOrder
  readonly appData: ResolvedAppData
  readonly quote: StoredQuote | undefined
}

/** Transactions under way at once in a process, and the orders of one at most. */
const groups = { concurrency: 2, size: 64 }

/**
 * Saves an order with its quote and its app data, in place of the order that the app data names; what is
 * submitted at the same time is saved by one transaction. The locks make events that were indexed before
 * count, and the indexer see the order after.
 *
 * @throws {ServiceError} DuplicatedOrder, TooManyLimitOrders, or what `replaceOrder` throws; nothing is
 *   changed then.
 */
export async function savePlacedOrder(ctx: Context, placement: Placement): Promise<void> {
  if (placement.appData.metadata.replacedOrder) return saveAlone(ctx, placement)
  const saveTogether = memoized(ctx, 'orders:save', () =>
    createBatch<Placement, unknown>({ ...groups, load: (group) => saveGroup(ctx, group) }),
  )
  const refusal = await saveTogether(placement)
  if (refusal) throw refusal
}

/** What was refused, and why; the rest is saved. */
async function saveGroup(
  ctx: Context,
  group: readonly Placement[],
): Promise<ReadonlyMap<Placement, unknown>> {
  try {
    return await inTransaction(ctx.db, (tx) => save(ctx, tx, group))
  } catch (error) {
    if (!isRefusedData(error)) throw error
  }
  // One of them is known or cannot be stored, and only saving them one by one tells which.
  const refusals = new Map<Placement, unknown>()
  for (const placement of group) {
    await saveAlone(ctx, placement).catch((reason) => refusals.set(placement, reason))
  }
  return refusals
}

async function saveAlone(ctx: Context, placement: Placement): Promise<void> {
  try {
    await inTransaction(ctx.db, async (tx) => {
      for (const refusal of (await save(ctx, tx, [placement])).values()) throw refusal
    })
  } catch (error) {
    throw isUniqueViolation(error) ? duplicatedOrder() : error
  }
}

async function save(
  ctx: Context,
  tx: Transaction,
  group: readonly Placement[],
): Promise<ReadonlyMap<Placement, ServiceError>> {
  const limited = group.filter(({ order, quote }) => isLimited(ctx, order, quote))
  if (limited.length > 0)
    await lockOwners(
      tx,
      limited.map(({ order }) => order),
    )
  await lockOrders(tx, group.flatMap(namedOrders))
  for (const { order, appData } of group) {
    const replaced = appData.metadata.replacedOrder
    if (replaced) await replaceOrder(ctx, tx, { order, replaced })
  }
  const refusals = await refuseOverLimits(ctx, tx, limited)
  const good = group.filter((placement) => !refusals.has(placement))
  const orders = good.map(({ order }) => order)
  if (orders.length === 0) return refusals
  await insertOrders(tx, orders)
  await saveOrderQuotes(tx, quotesOf(good))
  await saveDocuments(tx, good)
  const uids = await listMentionedUids(
    tx,
    orders.map(({ uid }) => uid),
  )
  const changes = await refreshOrders(tx, { uids, nowSeconds: toUnixSeconds(ctx.now()) })
  await tellEarlyFacts(
    tx,
    changes.map(({ after }) => after),
  )
  return refusals
}

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

/** Each once, and in one sequence by everyone, so nobody deadlocks on their rows. */
async function saveDocuments(tx: Transaction, group: readonly Placement[]): Promise<void> {
  const documents = new Map<Hex, { text: string; at: Date }>()
  for (const { order, appData } of group) {
    if (appData.document === undefined) continue
    documents.set(appData.hash, { text: appData.document, at: order.createdAt })
  }
  const sorted = [...documents].sort(([a], [b]) => (a < b ? -1 : 1))
  for (const [hash, document] of sorted) await saveAppData(tx, { hash, ...document })
}

/** The refusal of an order that is known. */
export function duplicatedOrder(): ServiceError {
  return new ServiceError('DuplicatedOrder', 'an order with this uid exists')
}
