import type { Context } from '@/lib/context'
import { type Hex, parseHex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import { cancelOpenOrders } from './cancel-open-orders'
import { listOrdersByUids } from './order-store'

/**
 * Cancels an open order for the operator, of any network and signing scheme; its owner is told the
 * reason. Spec: States and transitions, protocol policy.
 *
 * The signature stays good on chain: it keeps the order out of our auctions, not out of the contract.
 *
 * @throws {ServiceError} InvalidParameter when uid or reason is malformed; OrderNotFound,
 *   OrderFullyExecuted, AlreadyCancelled or OrderExpired when the order is not open.
 */
export async function cancelByPolicy(
  ctx: Context,
  input: { readonly uid: string; readonly reason: string },
): Promise<void> {
  const uid = parseHex(input.uid, 56)
  const reason = input.reason.trim()
  if (!uid) throw new ServiceError('InvalidParameter', 'the uid must be 56 bytes of hex')
  if (!/^[^\p{Cc}]{1,200}$/u.test(reason)) {
    throw new ServiceError('InvalidParameter', 'the reason must be one line of 1 to 200 characters')
  }
  const chainId = await chainOf(ctx, uid)
  await cancelOpenOrders(ctx, { chainId, uids: [uid], reason: `policy: ${reason}` })
}

async function chainOf(ctx: Context, uid: Hex): Promise<number> {
  const [order] = await listOrdersByUids(ctx.db, [uid])
  if (order) return order.chainId
  throw new ServiceError('OrderNotFound', `no order has the uid ${uid}`)
}
