import { isTouched, type ShownOrder, sellLimit } from './shown-order'

/** How an order stands, as its row and its page show it. */
export type OrderState =
  | 'filled'
  /** Over, with a part of it traded. */
  | 'endedPartlyFilled'
  | 'expired'
  | 'cancelled'
  /** Its owner has cancelled, and the service has not confirmed it yet. */
  | 'cancelling'
  /** Placed on chain, and refused by the service, which could not keep it from being placed. */
  | 'refused'
  /** Waits for its signature on chain. */
  | 'awaitingSignature'
  /** Past its time, and the service has not confirmed it yet. */
  | 'expiring'
  /** In no auction, for the reason that its `exclusion` names. */
  | 'excluded'
  | 'partlyFilled'
  | 'open'

/** What is known beside the order itself. */
export type OrderKnown = {
  readonly nowSeconds: number
  readonly isCancelling?: boolean
}

/**
 * How an order stands. What the service says is final comes first, then what its owner has done, then what keeps
 * it from being filled.
 */
export function orderState(order: ShownOrder, known: OrderKnown): OrderState {
  if (order.status === 'fulfilled') return 'filled'
  if (order.status !== 'open') return isTouched(order) ? 'endedPartlyFilled' : order.status
  if (known.isCancelling) return 'cancelling'
  if (order.placementError) return 'refused'
  if (!order.signed) return 'awaitingSignature'
  if (order.validTo < known.nowSeconds) return 'expiring'
  // An order that waits for its price is open as its owner means it.
  const { exclusion } = order
  if (exclusion && exclusion.code !== 'waitsForPrice') return 'excluded'
  return isTouched(order) ? 'partlyFilled' : 'open'
}

/** How much of the order is traded, in whole percent, rounded down. */
export function filledPercent(order: ShownOrder): number {
  const [done, whole] =
    order.kind === 'sell'
      ? [order.executedSell, sellLimit(order)]
      : [order.executedBuy, order.buyAmount]
  return whole === 0n ? 0 : Number((done * 100n) / whole)
}
