import { listPresignedUids } from '@/lib/chain-events/order-event-query'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { isServiceError, ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import type { Transaction } from '@/lib/db/database'
import type { NewOrder } from '@/lib/orders/order-record'
import { countOpenOrders, type OpenOrderCounts } from '@/lib/orders/queries/open-order-query'
import type { QuoteAmounts } from '@/lib/quotes/quote'

/**
 * Maximum number of presign orders of one owner and network that were submitted within a day and await their signature.
 * Anyone can name any owner, so an owner who signs on chain before submitting is exempt.
 */
export const maxWaitingOrders = 50

/**
 * Whether an order's limit price is better than its quote, with fees counted as sold. An order without a quote is out
 * of market.
 */
export function isOutOfMarket(
  order: Pick<NewOrder, 'sellAmount' | 'buyAmount' | 'feeAmount'>,
  quote: QuoteAmounts | undefined,
): boolean {
  if (!quote) return true
  const offered = (order.sellAmount + order.feeAmount) * quote.buyAmount
  return offered < (quote.sellAmount + quote.feeAmount) * order.buyAmount
}

/** Whether an order counts against a limit, so that its owner must be locked before the check. */
export function isLimited(ctx: Context, order: NewOrder, quote: QuoteAmounts | undefined): boolean {
  if (order.signingScheme === 'presign') return true
  return ctx.config.maxOpenLimitOrders > 0 && isOutOfMarket(order, quote)
}

/**
 * Rejects an order for which {@link isLimited} holds when its owner has reached the limit. Count in the transaction
 * that inserts the order, with the owner locked, before the insertion.
 *
 * @throws {ServiceError} TooManyLimitOrders.
 */
export function limitOpenOrders(ctx: Context, order: NewOrder, counts: OpenOrderCounts): void {
  const { maxOpenLimitOrders } = ctx.config
  const { outOfMarket, waiting } = counts
  if (order.signingScheme === 'presign') {
    if (waiting < maxWaitingOrders) return
    throw new ServiceError(
      'TooManyLimitOrders',
      `${waiting} orders of this owner were submitted within a day and wait for their signature, at most ${maxWaitingOrders} may; sign this one on chain (setPreSignature) before you submit it`,
    )
  }
  if (outOfMarket < maxOpenLimitOrders) return
  throw new ServiceError(
    'TooManyLimitOrders',
    `the owner has ${outOfMarket} open orders above the market price, at most ${maxOpenLimitOrders} are allowed; cancel one, or sign on a current quote`,
  )
}

/**
 * Returns the limited placements that exceed their owners' limits, each with its error. Placements count cumulatively,
 * in sequence. Presign orders already signed on chain are exempt. The owners and orders must be locked.
 */
export async function refuseOverLimits<P extends { readonly order: NewOrder }>(
  ctx: Context,
  tx: Transaction,
  limited: readonly P[],
): Promise<Map<P, ServiceError>> {
  const refusals = new Map<P, ServiceError>()
  if (limited.length === 0) return refusals
  const counts = await countByOwner(ctx, tx, limited)
  const presigned = await listPresigned(tx, limited)
  for (const placement of limited) {
    const { order } = placement
    if (presigned.has(order.uid)) continue
    const count = counts.get(keyOf(order)) ?? { outOfMarket: 0, waiting: 0 }
    try {
      limitOpenOrders(ctx, order, count)
    } catch (error) {
      if (!isServiceError(error)) throw error
      refusals.set(placement, error)
      continue
    }
    counts.set(keyOf(order), withOne(order, count))
  }
  return refusals
}

async function listPresigned(
  tx: Transaction,
  limited: readonly { readonly order: NewOrder }[],
): Promise<ReadonlySet<Hex>> {
  const orders = limited.flatMap(({ order }) => (order.signingScheme === 'presign' ? order : []))
  return new Set(orders.length === 0 ? [] : await listPresignedUids(tx, orders))
}

async function countByOwner(
  ctx: Context,
  tx: Transaction,
  limited: readonly { readonly order: NewOrder }[],
): Promise<Map<string, OpenOrderCounts>> {
  const owners = [...new Map(limited.map(({ order }) => [keyOf(order), order])).values()]
  const nowSeconds = toUnixSeconds(ctx.now())
  const counts = await countOpenOrders(tx, { owners, nowSeconds })
  return new Map(counts.map((count, index) => [keyOf(owners[index] as NewOrder), count]))
}

function withOne({ signingScheme }: NewOrder, count: OpenOrderCounts): OpenOrderCounts {
  return signingScheme === 'presign'
    ? { ...count, waiting: count.waiting + 1 }
    : { ...count, outOfMarket: count.outOfMarket + 1 }
}

function keyOf({ chainId, owner }: NewOrder): string {
  return `${chainId}:${owner}`
}
