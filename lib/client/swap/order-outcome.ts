import type { OrderView } from '@/lib/client/api'
import { type OrderPrices, orderPrices } from '@/lib/client/orders/order-prices'
import { sellLimit, shownAmounts } from '@/lib/client/orders/shown-order'
import { serverClock } from '@/lib/client/server-clock'
import type { Order, OrderKind, OrderStatus } from '@/lib/core/order'

/**
 * An order's result for its owner, in atoms, all for the same part: what is traded, else the whole. All but `exact` are
 * in the token that is not fixed.
 */
export type Outcome = OrderPrices & {
  readonly kind: OrderKind
  readonly status: OrderStatus
  readonly exact: bigint
  /** How an open order waits. */
  readonly wait: OrderWait
}

/** Normally; longer than usual; or expired, until the service confirms it. */
export type OrderWait = 'usual' | 'long' | 'ending'

type Placed = { readonly order: Order; readonly quotedAmount?: bigint | undefined }

/** From this age on, an open order counts as delayed. */
const usualMs = 300_000

/** Compares an order's result with its quote; an unknown order counts as open. */
export function describeOutcome(
  view: OrderView | undefined,
  { order, quotedAmount }: Placed,
  nowMs: number = serverClock.nowMs(),
): Outcome {
  const { kind } = order
  const amounts = {
    ...order,
    executedSell: BigInt(view?.executedSellAmount ?? 0),
    executedBuy: BigInt(view?.executedBuyAmount ?? 0),
  }
  const prices = orderPrices(amounts, offerOf(order, quotedAmount))
  const { sold, bought } = shownAmounts(amounts)
  const status = view?.status ?? 'open'
  const bornMs = view ? Date.parse(String(view.creationDate)) : nowMs
  return {
    ...{ ...prices, kind, status },
    exact: kind === 'sell' ? sold : bought,
    wait: waitOf({ ...prices, validTo: order.validTo }, { bornMs, nowMs }),
  }
}

type Waiting = Pick<Outcome, 'quoted'> & Pick<Order, 'validTo'>
type Times = { readonly bornMs: number; readonly nowMs: number }

function waitOf({ quoted, validTo }: Waiting, { bornMs, nowMs }: Times): OrderWait {
  if (validTo * 1_000 < nowMs) return 'ending'
  const isLate = nowMs - bornMs > usualMs && quoted !== undefined
  return isLate ? 'long' : 'usual'
}

function offerOf(order: Order, quotedAmount: bigint | undefined) {
  if (quotedAmount === undefined) return undefined
  const { kind, buyAmount } = order
  return kind === 'sell'
    ? { sellAmount: sellLimit(order), buyAmount: quotedAmount }
    : { sellAmount: quotedAmount, buyAmount }
}
