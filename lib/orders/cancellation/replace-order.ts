import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { toUnixSeconds } from '@/lib/core/time'
import type { Transaction } from '@/lib/db/database'
import type { NewOrder } from '@/lib/orders/order-record'
import { invalidSignature } from '@/lib/orders/signatures/signature'
import { getCancellableOrders, saveCancelledOrders } from './cancel-open-orders'
import { isInRecentSolution } from './recent-solution-query'

/**
 * Rejects the replacement of an order that cannot be cancelled; runs before the new order is validated.
 *
 * @throws {ServiceError} OrderNotFound, OrderFullyExecuted, AlreadyCancelled, OrderExpired or OnChainOrder.
 */
export async function checkReplaceable(
  ctx: Context,
  { chainId, uid }: { readonly chainId: number; readonly uid: Hex },
): Promise<void> {
  await getCancellableOrders(ctx.db, { chainId, uids: [uid] }, toUnixSeconds(ctx.now()))
}

/**
 * Cancels the order that `order` replaces, in the transaction that inserts `order`; both must be locked. Notifies the
 * owner as for any cancellation.
 *
 * @throws {ServiceError} what {@link checkReplaceable} throws; InvalidSignature when the new order is not ECDSA-signed
 *   or the old one has another owner; OldOrderActivelyBidOn when a solver may be about to settle it.
 */
export async function replaceOrder(
  ctx: Context,
  tx: Transaction,
  { order, replaced }: { readonly order: NewOrder; readonly replaced: Hex },
): Promise<void> {
  const { chainId, signingScheme } = order
  const named = { chainId, uids: [replaced] }
  const [old] = await getCancellableOrders(tx, named, toUnixSeconds(ctx.now()))
  if (signingScheme !== 'eip712' && signingScheme !== 'ethsign') {
    throw invalidSignature(
      `an order that replaces another is signed by eip712 or ethsign, not ${signingScheme}`,
    )
  }
  if (old?.owner !== order.owner) {
    throw invalidSignature(
      `the order ${replaced} is not of ${order.owner}; only its owner can replace it`,
    )
  }
  if (await isInRecentSolution(tx, { chainId, uid: replaced })) {
    throw new ServiceError(
      'OldOrderActivelyBidOn',
      `a solver has just proposed to settle the order ${replaced}; cancel it, or try again after five auctions`,
    )
  }
  const cancellation = { ...named, reason: `replaced: ${order.uid}` }
  await saveCancelledOrders(tx, cancellation, new Date(ctx.now()))
}
