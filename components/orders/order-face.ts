import type { StampKind } from '@/components/ui/stamp'
import { isTouched, type ShownOrder, sellLimit } from './shown-order'

/** The stamp on an order. */
export type OrderFace = { readonly kind: StampKind; readonly word: string }

type Now = {
  readonly nowSeconds: number
  /** The owner has cancelled, and the service has not confirmed it yet. */
  readonly isCancelling?: boolean
}

/** How an order stands; what the service says comes before what the page knows. */
export function orderFace(order: ShownOrder, { nowSeconds, isCancelling = false }: Now): OrderFace {
  if (order.status === 'fulfilled') return { kind: 'filled', word: 'Filled' }
  if (order.status !== 'open') {
    return isTouched(order)
      ? { kind: 'filled', word: 'Partly filled' }
      : order.status === 'expired'
        ? { kind: 'expired', word: 'Expired' }
        : { kind: 'cancelled', word: 'Cancelled' }
  }
  if (isCancelling) return { kind: 'open', word: 'Cancelling' }
  if (!order.signed) return { kind: 'open', word: 'Unsigned' }
  if (order.validTo < nowSeconds) return { kind: 'open', word: 'Expiring' }
  return isTouched(order)
    ? { kind: 'open', word: `${filledPercent(order)} % filled` }
    : { kind: 'open', word: 'Open' }
}

/** How much of the order is traded, in whole percent, rounded down. */
export function filledPercent(order: ShownOrder): number {
  const [done, whole] =
    order.kind === 'sell'
      ? [order.executedSell, sellLimit(order)]
      : [order.executedBuy, order.buyAmount]
  return whole === 0n ? 0 : Number((done * 100n) / whole)
}
