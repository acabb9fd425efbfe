import { saveAppData } from '@/lib/app-data/app-data-store'
import type { ResolvedAppData } from '@/lib/app-data/resolve-app-data'
import type { Context } from '@/lib/context'
import { ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import { inTransaction, isUniqueViolation, type Transaction } from '@/lib/db/database'
import type { StoredQuote } from '@/lib/quotes/quote-store'
import { isLimited, limitOpenOrders } from './limit-open-orders'
import { lockOrders } from './order-facts-store'
import { lockOwner, saveOrderQuote } from './order-quote-store'
import { insertOrder, type NewOrder } from './order-store'
import { refreshOrders } from './refresh-orders'
import { replaceOrder } from './replace-order'

/** An order that was found good, and what is stored beside it. */
export type Placement = {
  readonly order: NewOrder
  readonly appData: ResolvedAppData
  readonly quote: StoredQuote | undefined
}

/**
 * Saves an order in one transaction with its quote and its app data, in place of the order that the app data
 * names. The locks make events that were indexed before count, and the indexer see the order after.
 *
 * @throws {ServiceError} DuplicatedOrder, TooManyLimitOrders, or what `replaceOrder` throws; nothing is
 *   changed then.
 */
export async function savePlacedOrder(ctx: Context, placement: Placement): Promise<void> {
  try {
    await inTransaction(ctx.db, (tx) => save(ctx, tx, placement))
  } catch (error) {
    throw isUniqueViolation(error) ? duplicatedOrder() : error
  }
}

async function save(
  ctx: Context,
  tx: Transaction,
  { order, appData, quote }: Placement,
): Promise<void> {
  const { replacedOrder: replaced, slippageBips } = appData.metadata
  const limited = isLimited(ctx, order, quote)
  if (limited) await lockOwner(tx, order)
  await lockOrders(tx, replaced ? [order.uid, replaced] : [order.uid])
  if (replaced) await replaceOrder(ctx, tx, { order, replaced })
  if (limited) await limitOpenOrders(ctx, tx, order)
  await insertOrder(tx, order)
  if (quote) await saveOrderQuote(tx, order.uid, { ...quote, slippageBips })
  if (appData.document !== undefined) {
    await saveAppData(tx, { hash: appData.hash, text: appData.document, at: order.createdAt })
  }
  await refreshOrders(tx, { uids: [order.uid], nowSeconds: toUnixSeconds(ctx.now()) })
}

/** The refusal of an order that is known. */
export function duplicatedOrder(): ServiceError {
  return new ServiceError('DuplicatedOrder', 'an order with this uid exists')
}
