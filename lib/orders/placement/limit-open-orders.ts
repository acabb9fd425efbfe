import { listPresignedUids } from '@/lib/chain-events/order-event-query'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { isServiceError, ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import type { Transaction } from '@/lib/db/database'
import type { OwnerKey } from '@/lib/orders/order-lock-store'
import type { NewOrder } from '@/lib/orders/order-record'
import { countOpenOrders, type OpenOrderCounts } from '@/lib/orders/queries/open-order-query'
import { listScheduleParts, type SchedulePart } from '@/lib/orders/queries/schedule-part-query'
import type { QuoteAmounts } from '@/lib/quotes/quote'
import { checkSchedule, restrictingParts } from './check-schedule'

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

/** Whether an order is subject to a limit, so that its owner must be locked before the check. */
export function isLimited(ctx: Context, order: NewOrder, quote: QuoteAmounts | undefined): boolean {
  return order.schedule !== undefined || isCounted(ctx, order, quote)
}

/** Whether an order counts as one of its owner's open orders. */
function isCounted(ctx: Context, order: NewOrder, quote: QuoteAmounts | undefined): boolean {
  if (order.signingScheme === 'presign') return true
  return ctx.config.maxOpenLimitOrders > 0 && isOutOfMarket(order, quote)
}

/**
 * Rejects an order for which {@link isCounted} holds when its owner has reached the limit. Count in the transaction
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

/** What a limit applies to: an order, and the quote that it is placed with. */
type Limited = { readonly order: NewOrder; readonly quote: QuoteAmounts | undefined }

/**
 * Returns the limited placements that exceed their owners' limits or do not fit their schedules, each with its error.
 * Placements count cumulatively, in sequence. Presign orders already signed on chain are exempt from the limit of waiting
 * orders. The owners and orders must be locked.
 */
export async function refuseOverLimits<P extends Limited>(
  ctx: Context,
  tx: Transaction,
  limited: readonly P[],
): Promise<Map<P, ServiceError>> {
  const refusals = new Map<P, ServiceError>()
  if (limited.length === 0) return refusals
  const known = await readOwners(ctx, tx, limited)
  for (const placement of limited) {
    try {
      const key = keyOf(placement.order)
      known.owners.set(key, admit(ctx, placement, known))
    } catch (error) {
      if (!isServiceError(error)) throw error
      refusals.set(placement, error)
    }
  }
  return refusals
}

/** The open orders of an owner, placements of this transaction included. */
type OwnerOrders = { readonly counts: OpenOrderCounts; readonly parts: readonly SchedulePart[] }

type Known = {
  readonly owners: Map<string, OwnerOrders>
  /** Presign orders that are signed on chain before their submission. */
  readonly presigned: ReadonlySet<Hex>
}

/** Checks a placement, and returns its owner's orders with it; throws the refusal. */
function admit(ctx: Context, { order, quote }: Limited, known: Known): OwnerOrders {
  const owner = known.owners.get(keyOf(order)) ?? { counts: noOrders, parts: [] }
  const isPresigned = known.presigned.has(order.uid)
  checkSchedule(order, restrictingParts(order, owner.parts, isPresigned))
  const after = { ...owner, parts: withPart(order, quote, owner.parts, isPresigned) }
  const isExempt = isPresigned || !isCounted(ctx, order, quote)
  if (isExempt || isCountedAlready(order, owner.parts)) return after
  limitOpenOrders(ctx, order, owner.counts)
  return { ...after, counts: withOne(order, owner.counts) }
}

/** The parts of a schedule count as one limit order; parts that await their signature count each. */
function isCountedAlready(order: NewOrder, parts: readonly SchedulePart[]): boolean {
  if (order.schedule === undefined || order.signingScheme === 'presign') return false
  return parts.some(
    ({ schedule, isOpen, signed, isOutOfMarket: isOut }) =>
      schedule === order.schedule && isOpen && signed && isOut,
  )
}

function withPart(
  order: NewOrder,
  quote: QuoteAmounts | undefined,
  parts: readonly SchedulePart[],
  isPresigned: boolean,
): readonly SchedulePart[] {
  const { schedule, validFrom, uid, sellToken, buyToken, kind, signingScheme } = order
  if (schedule === undefined || validFrom === undefined) return parts
  const signed = signingScheme !== 'presign' || isPresigned
  const isOut = isOutOfMarket(order, quote)
  const part = { uid, schedule, validFrom, sellToken, buyToken, kind, signed }
  return [...parts, { ...part, isOpen: true, isOutOfMarket: isOut }]
}

async function readOwners(
  ctx: Context,
  tx: Transaction,
  limited: readonly Limited[],
): Promise<Known> {
  const owners = [...new Map(limited.map(({ order }) => [keyOf(order), order])).values()]
  const nowSeconds = toUnixSeconds(ctx.now())
  const counts = await countOpenOrders(tx, { owners, nowSeconds })
  const schedules = limited.flatMap(({ order }) => order.schedule ?? [])
  const parts =
    schedules.length === 0 ? [] : await listScheduleParts(tx, { owners, schedules, nowSeconds })
  const known = owners.map((order, index): [string, OwnerOrders] => {
    const own = parts.filter((part) => keyOf(part) === keyOf(order))
    return [keyOf(order), { counts: counts[index] ?? noOrders, parts: own }]
  })
  return { owners: new Map(known), presigned: await listPresigned(tx, limited) }
}

const noOrders: OpenOrderCounts = { outOfMarket: 0, waiting: 0 }

async function listPresigned(
  tx: Transaction,
  limited: readonly Limited[],
): Promise<ReadonlySet<Hex>> {
  const orders = limited.flatMap(({ order }) => (order.signingScheme === 'presign' ? order : []))
  return new Set(orders.length === 0 ? [] : await listPresignedUids(tx, orders))
}

function withOne({ signingScheme }: NewOrder, count: OpenOrderCounts): OpenOrderCounts {
  return signingScheme === 'presign'
    ? { ...count, waiting: count.waiting + 1 }
    : { ...count, outOfMarket: count.outOfMarket + 1 }
}

function keyOf({ chainId, owner }: OwnerKey): string {
  return `${chainId}:${owner}`
}
