import type { OrderEvents } from '@/lib/chain-events/order-events'
import type { Address } from '@/lib/core/address'
import type { OrderKind, OrderStatus, SigningScheme } from '@/lib/core/order'

/** The part of an order's record derived from on-chain events and cancellations. */
export type OrderState = {
  readonly status: OrderStatus
  readonly executedSell: bigint
  readonly executedBuy: bigint
  readonly executedFee: bigint
  readonly protocolFee: bigint
  readonly networkFee: bigint
  /** Whether the order is cancelled, on chain or off chain. */
  readonly invalidated: boolean
  /** The account that placed the order on chain, else the one that cancelled it there. */
  readonly onchainUser: Address | undefined
  /**
   * Whether the owner's consent exists: the presignature of a presign order, the placing transaction of an order placed
   * on chain.
   */
  readonly signed: boolean
}

type StatedOrder = {
  readonly kind: OrderKind
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Unix seconds when the order expires. */
  readonly trueValidTo: number
  readonly signingScheme: SigningScheme
  /** When the owner or the operator cancelled it off chain. */
  readonly cancelledAt: Date | undefined
  /** The account that placed it on chain. */
  readonly onchainSender: Address | undefined
}

/** Derives an order's state from its terms and events alone; the stored state does not matter. */
export function deriveState(
  order: StatedOrder,
  events: OrderEvents,
  nowSeconds: number,
): OrderState {
  const invalidated = order.cancelledAt !== undefined || events.invalidatedBy !== undefined
  return {
    status: deriveStatus(order, events, { invalidated, nowSeconds }),
    executedSell: events.executedSell,
    executedBuy: events.executedBuy,
    executedFee: events.executedFee,
    protocolFee: events.protocolFee,
    networkFee: events.networkFee,
    invalidated,
    // The contract that owns a placed order acts for its sender, cancellations included.
    onchainUser: order.onchainSender ?? events.invalidatedBy,
    signed: hasConsent(order, events),
  }
}

function hasConsent({ signingScheme, onchainSender }: StatedOrder, events: OrderEvents): boolean {
  if (onchainSender && !events.placed) return false
  return signingScheme !== 'presign' || events.presigned === true
}

/** First match wins, so that a fill before a cancellation or the expiry counts. */
function deriveStatus(
  order: StatedOrder,
  events: OrderEvents,
  { invalidated, nowSeconds }: { invalidated: boolean; nowSeconds: number },
): OrderStatus {
  if (isFilled(order, events)) return 'fulfilled'
  if (invalidated) return 'cancelled'
  return order.trueValidTo < nowSeconds ? 'expired' : 'open'
}

function isFilled(order: StatedOrder, events: OrderEvents): boolean {
  return order.kind === 'sell'
    ? events.executedSell - events.executedFee >= order.sellAmount
    : events.executedBuy >= order.buyAmount
}
