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

/** Orders whose owners could pay for each of them alone, and those whose owners cannot. */
export type Selection = {
  /** Signed, not done and paid for; `available` leaves out what the owner's other orders draw. */
  readonly orders: readonly AuctionOrder[]
  readonly shortOrders: readonly ShortOrder[]
  /** Of `orders`, at the auction's block. */
  readonly funds: ReadonlyMap<Hex, Funds>
  /** Orders that lack a signature on chain, or the consent of the wallet that signed them. */
  readonly unsignedUids: readonly Hex[]
  /** Orders whose pre-hooks could not be simulated, without which the funds do not suffice. */
  readonly unsureUids: readonly Hex[]
}

/**
 * Decides from the chain's state which orders can take part, each taken alone: signed, not done, and paid for. An order
 * whose pre-hooks could not be simulated waits and is not called short.
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
  const unsureUids: Hex[] = []
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
      if (state.isUnsure) unsureUids.push(uid)
      else shortOrders.push({ uid, order, blockNumber, needed, ...shortageOf(state.funds, needed) })
      continue
    }
    const available = minAmount(payable, order.sellAmount + order.feeAmount)
    funds.set(uid, state.funds)
    orders.push({ ...candidate, remaining, available })
  }
  return { orders, shortOrders, funds, unsignedUids, unsureUids }
}

/** What an order lacks that needs more than the owner's funds allow: the balance where it lacks both. */
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
