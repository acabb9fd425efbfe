import type { OrderEvents } from '@/lib/chain-events/order-events'
import type { Address } from '@/lib/core/address'
import type { OrderKind, OrderStatus, SigningScheme } from '@/lib/core/order'

/** The part of an order's record that follows from facts. */
export type OrderState = {
  readonly status: OrderStatus
  readonly executedSell: bigint
  readonly executedBuy: bigint
  readonly executedFee: bigint
  readonly protocolFee: bigint
  readonly networkFee: bigint
  /** Whether a cancellation, on chain or off chain, is known. */
  readonly invalidated: boolean
  /** The account that placed the order on chain, else the one that cancelled it there. */
  readonly onchainUser: Address | undefined
  /**
   * Whether the order has its consent: of a presign order its signature on chain, of a placed one
   * its placement.
   */
  readonly signed: boolean
}

type StatedOrder = {
  readonly kind: OrderKind
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Unix seconds when the order ends. */
  readonly trueValidTo: number
  readonly signingScheme: SigningScheme
  /** When the owner or the operator cancelled it off chain. */
  readonly cancelledAt: Date | undefined
  /** Who placed it by a transaction. */
  readonly onchainSender: Address | undefined
}

/** Derives an order's state from all that is known of it; the past of the record does not matter. */
export function deriveState(
  order: StatedOrder,
  facts: OrderEvents,
  nowSeconds: number,
): OrderState {
  const invalidated = order.cancelledAt !== undefined || facts.invalidatedBy !== undefined
  return {
    status: deriveStatus(order, facts, { invalidated, nowSeconds }),
    executedSell: facts.executedSell,
    executedBuy: facts.executedBuy,
    executedFee: facts.executedFee,
    protocolFee: facts.protocolFee,
    networkFee: facts.networkFee,
    invalidated,
    // The contract that owns a placed order acts for its sender, also when it cancels.
    onchainUser: order.onchainSender ?? facts.invalidatedBy,
    signed: hasConsent(order, facts),
  }
}

function hasConsent({ signingScheme, onchainSender }: StatedOrder, facts: OrderEvents): boolean {
  if (onchainSender && !facts.placed) return false
  return signingScheme !== 'presign' || facts.presigned === true
}

/** First match wins, so that a fill which came before a cancellation or the expiry counts. */
function deriveStatus(
  order: StatedOrder,
  facts: OrderEvents,
  { invalidated, nowSeconds }: { invalidated: boolean; nowSeconds: number },
): OrderStatus {
  if (isFilled(order, facts)) return 'fulfilled'
  if (invalidated) return 'cancelled'
  return order.trueValidTo < nowSeconds ? 'expired' : 'open'
}

function isFilled(order: StatedOrder, facts: OrderEvents): boolean {
  return order.kind === 'sell'
    ? facts.executedSell - facts.executedFee >= order.sellAmount
    : facts.executedBuy >= order.buyAmount
}
