import {
  type AuctionOrder,
  neededAmount,
  type ShortOrder,
  wholeAmount,
} from '@/lib/auctions/model/auction'
import { minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import type { SignedOrder } from '@/lib/core/order'
import { type Funds, payableOf } from '@/lib/orders/placement/funds-calls'
import type { OrderChainState } from './read-order-chain-state'

type Candidate = Omit<AuctionOrder, 'remaining' | 'available'>

/** Orders that their owners could each pay for alone, and those that they could not. */
export type Selection = {
  /** Signed, open and funded; `available` does not include what the owner's other orders draw. */
  readonly orders: readonly AuctionOrder[]
  readonly shortOrders: readonly ShortOrder[]
  /** Of `orders`, at the auction's block. */
  readonly funds: ReadonlyMap<Hex, Funds>
  /** Orders without a presignature, or whose wallet rejects their signature. */
  readonly unsignedUids: readonly Hex[]
  /** Orders whose pre-hooks could not be simulated, and whose funds are insufficient without them. */
  readonly unconfirmedUids: readonly Hex[]
}

/**
 * Selects the orders that can take part according to the chain's state, each considered alone: signed, open and funded.
 * An order whose pre-hooks could not be simulated waits and does not count as short.
 */
export function selectOrders(
  candidates: readonly Candidate[],
  states: ReadonlyMap<Hex, OrderChainState>,
  blockNumber: bigint,
): Selection {
  const orders: AuctionOrder[] = []
  const shortOrders: ShortOrder[] = []
  const funds = new Map<Hex, Funds>()
  const unsignedUids: Hex[] = []
  const unconfirmedUids: Hex[] = []
  for (const candidate of candidates) {
    const { uid, order } = candidate
    const state = states.get(uid)
    if (!state || state.filled >= wholeAmount(order)) continue
    if (!isSigned(order, state)) {
      unsignedUids.push(uid)
      continue
    }
    const remaining = wholeAmount(order) - state.filled
    const needed = neededAmount(order, remaining)
    const payable = payableOf(state.funds)
    if (payable < needed) {
      if (state.isUnconfirmed) unconfirmedUids.push(uid)
      else shortOrders.push({ uid, order, blockNumber, needed, ...shortageOf(state.funds, needed) })
      continue
    }
    const available = minAmount(payable, order.sellAmount + order.feeAmount)
    funds.set(uid, state.funds)
    orders.push({ ...candidate, remaining, available })
  }
  return { orders, shortOrders, funds, unsignedUids, unconfirmedUids }
}

/** Returns what an underfunded order lacks; the balance if it lacks both. */
export function shortageOf(
  { balance, allowance }: Funds,
  needed: bigint,
): Pick<ShortOrder, 'shortOf' | 'available'> {
  return balance < needed
    ? { shortOf: 'balance', available: balance }
    : { shortOf: 'allowance', available: allowance }
}

function isSigned(order: SignedOrder, { presigned, isUnsigned }: OrderChainState): boolean {
  return !isUnsigned && (order.signingScheme !== 'presign' || presigned)
}
