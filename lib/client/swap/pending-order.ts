import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { sellLimit } from '@/lib/client/orders/shown-order'
import type { SwapOrder } from './place-swap'

/** Returns an order that the service does not list yet, as lists show it: open, untouched, placed at `createdAt`. */
export function pendingOrder(
  { uid, owner, order, signingScheme, quotedAmount }: SwapOrder,
  createdAt: Date,
): ShownOrder {
  const { kind, sellToken, buyToken, sellAmount, buyAmount, feeAmount, validTo } = order
  return {
    ...{ uid, owner, kind, sellToken, buyToken, sellAmount, buyAmount, feeAmount, validTo },
    ...{ status: 'open', executedSell: 0n, executedBuy: 0n, createdAt, signingScheme },
    signed: signingScheme !== 'presign',
    partiallyFillable: order.partiallyFillable,
    isQuoted: quotedAmount !== undefined,
    ...(quotedAmount !== undefined && {
      offer:
        kind === 'sell'
          ? { sellAmount: sellLimit(order), buyAmount: quotedAmount }
          : { sellAmount: quotedAmount, buyAmount },
    }),
  }
}

/** From this age on, an open order counts as delayed, in milliseconds. */
const usualMs = 300_000

/** Returns whether an open order that took its quote has been waiting for longer than usual. */
export const isDelayed = (order: ShownOrder, nowMs: number): boolean =>
  order.status === 'open' && order.isQuoted !== false && nowMs - order.createdAt.getTime() > usualMs
