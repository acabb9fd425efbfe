import type { Hex } from '@/lib/core/bytes'
import type { SignedOrder } from '@/lib/core/order'
import { type AuctionOrder, neededAmount, type ShortOrder, wholeAmount } from './auction'
import type { OrderChainState } from './read-order-chain-state'

type Candidate = Omit<AuctionOrder, 'remaining' | 'available'>

/** Orders that can be settled, and those whose owners cannot pay for them. */
export type Selection = {
  readonly orders: readonly AuctionOrder[]
  readonly shortOrders: readonly ShortOrder[]
  /** Orders whose owners can pay, whether they take part or not. */
  readonly paidUids: readonly Hex[]
}

/**
 * Decides from the chain's state which orders take part: signed, not done, and paid for. An owner's
 * balance is given to his orders in the sequence they come in, so that no two of them count on the same
 * atoms; an order for which only that leaves too little waits and is not called short, as does one whose
 * pre-hooks could not be played.
 */
export function selectOrders(
  candidates: readonly Candidate[],
  states: ReadonlyMap<Hex, OrderChainState>,
  blockNumber: bigint,
): Selection {
  const orders: AuctionOrder[] = []
  const shortOrders: ShortOrder[] = []
  const paidUids: Hex[] = []
  const spoken = new Map<string, bigint>()
  for (const candidate of candidates) {
    const { uid, order } = candidate
    const state = states.get(uid)
    if (!state || !isOpen(order, state)) continue
    const remaining = wholeAmount(order) - state.filled
    const needed = neededAmount(order, remaining)
    if (state.payable < needed) {
      const { payable: available, isUnsure } = state
      if (!isUnsure) shortOrders.push({ uid, order, blockNumber, needed, available })
      continue
    }
    paidUids.push(uid)
    const purse = `${order.owner} ${order.sellToken} ${order.sellTokenBalance}`
    const available = state.payable - (spoken.get(purse) ?? 0n)
    if (available < needed) continue
    const draw = order.sellAmount + order.feeAmount
    const drawn = available < draw ? available : draw
    spoken.set(purse, (spoken.get(purse) ?? 0n) + drawn)
    orders.push({ ...candidate, remaining, available: drawn })
  }
  return { orders, shortOrders, paidUids }
}

function isOpen(order: SignedOrder, { filled, presigned, isUnsigned }: OrderChainState): boolean {
  if (isUnsigned || (order.signingScheme === 'presign' && !presigned)) return false
  return filled < wholeAmount(order)
}
