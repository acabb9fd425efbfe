import type { Address } from '@/lib/core/address'
import type { OrderKind, OrderStatus, SigningScheme } from '@/lib/core/order'

/** What the chain has said about an order: sums over its trades in atoms, and the newest events. */
export type OrderEvents = {
  /** Includes the fee, as the `Trade` event does. */
  readonly executedSell: bigint
  readonly executedBuy: bigint
  readonly executedFee: bigint
  /** Taken beyond the signed fee, of the token that is not exact. */
  readonly protocolFee: bigint
  /** Paid for the network beyond the signed fee, of the same token. */
  readonly networkFee: bigint
  /** The account that invalidated the order on chain. */
  readonly invalidatedBy: Address | undefined
  /** What the newest `PreSignature` event says; undefined when there is none. */
  readonly presigned: boolean | undefined
  /** Whether the chain holds the transaction that placed the order; false for orders placed off chain. */
  readonly placed: boolean
}

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

/** The facts of an order that the chain has never mentioned. */
export const noFacts: OrderEvents = {
  executedSell: 0n,
  executedBuy: 0n,
  executedFee: 0n,
  protocolFee: 0n,
  networkFee: 0n,
  invalidatedBy: undefined,
  presigned: undefined,
  placed: false,
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
