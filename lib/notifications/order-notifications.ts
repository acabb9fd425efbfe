import type { Hex } from '@/lib/core/bytes'
import { percentText } from '@/lib/core/format/number-text'
import type { NewOrderNotification, PublicType } from '@/lib/core/notification'
import { type ChainFact, type NotificationFact, notificationId } from './notification-id'
import {
  bought,
  executedAmount,
  type KnownTokens,
  type NotifiedOrder,
  networkTitle,
  percentage,
  signedAmount,
  sold,
  summary,
} from './order-text'

/** One trade of an order, in atoms; `sellAmount` includes the fee. */
export type Fill = ChainFact & {
  readonly txHash: Hex
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly feeAmount: bigint
}

/** Builds `order_filled` or `order_partially_filled`; the sums of `order` include this fill. */
export function fillNotification(
  order: NotifiedOrder,
  tokens: KnownTokens,
  fill: Fill,
): NewOrderNotification {
  const isWhole = executedAmount(order) >= signedAmount(order)
  const trade = `${sold(order, tokens, fill.sellAmount)} for ${bought(order, tokens, fill.buyAmount)}`
  const message = isWhole
    ? `Order filled: sold ${trade} on ${networkTitle(order)}.`
    : `Order partly filled: sold ${trade} on ${networkTitle(order)}; ` +
      `${percentage(executedAmount(order), signedAmount(order))} of it is done.`
  return {
    ...notice(order, isWhole ? 'order_filled' : 'order_partially_filled', fill),
    message,
    metadata: { ...metadata(order, fillAmount(order, fill)), txHash: fill.txHash },
  }
}

/** Builds `price_improvement`: a fill gave `surplus` atoms more than the quote or limit promised. */
export function priceImprovementNotification(
  order: NotifiedOrder,
  tokens: KnownTokens,
  { fill, surplus, bps }: { fill: Fill; surplus: bigint; bps: number },
): NewOrderNotification {
  const share = percentText(bps / 10_000, 'en')
  const message =
    order.kind === 'sell'
      ? `Surplus: you received ${bought(order, tokens, surplus)} (${share}) more than expected.`
      : `Surplus: you paid ${sold(order, tokens, surplus)} (${share}) less than expected.`
  return {
    ...notice(order, 'price_improvement', fill),
    message,
    metadata: { ...metadata(order, fillAmount(order, fill)), txHash: fill.txHash },
  }
}

/** Builds `order_expired`: the order's validity ended while it was unfilled or partially filled. */
export function expiryNotification(
  order: NotifiedOrder,
  tokens: KnownTokens,
): NewOrderNotification {
  const executed = executedAmount(order)
  const share = executed === 0n ? 'unfilled' : `${percentage(executed, signedAmount(order))} filled`
  return {
    ...notice(order, 'order_expired', { validTo: order.validTo }),
    message: `Order expired ${share}: ${summary(order, tokens)}.`,
    metadata: metadata(order, executed),
  }
}

/** How an order was cancelled. */
export type Cancellation =
  | {
      readonly reason: 'onchain_cancellation'
      readonly event: ChainFact & { readonly txHash: Hex }
    }
  /** `user_signature`, `policy: <reason>` or `replaced: <uid of the new order>`. */
  | { readonly reason: string; readonly event?: undefined }

/** Builds `order_cancelled` for any reason; `metadata.reason` states it. */
export function cancellationNotification(
  order: NotifiedOrder,
  tokens: KnownTokens,
  { reason, event }: Cancellation,
): NewOrderNotification {
  const how = event ? 'on chain' : howCancelled(reason)
  return {
    ...notice(order, 'order_cancelled', event ?? { reason }),
    message: `Order cancelled ${how}: ${summary(order, tokens)}.`,
    metadata: {
      ...metadata(order, executedAmount(order)),
      reason,
      ...(event ? { txHash: event.txHash } : {}),
    },
  }
}

function howCancelled(reason: string): string {
  if (reason === 'user_signature') return 'by your signature'
  return reason.startsWith('replaced: ') ? 'by the order that replaces it' : 'by the operator'
}

/**
 * Builds `insufficient_balance`: the owner's balance or allowance is below the order's need. One per shortfall;
 * `number` is its 1-based sequence number per order.
 */
export function shortBalanceNotification(
  order: NotifiedOrder,
  tokens: KnownTokens,
  shortfall: Shortfall,
): NewOrderNotification {
  return {
    ...notice(order, 'insufficient_balance', { shortfall: shortfall.number }),
    message: shortfallText(order, tokens, shortfall),
    metadata: { ...metadata(order, executedAmount(order)), shortOf: shortfall.shortOf },
  }
}

/** An owner's missing balance or allowance, in atoms of the sell token. */
export type Shortfall = {
  readonly shortOf: 'balance' | 'allowance'
  readonly needed: bigint
  readonly available: bigint
  readonly number: number
}

function shortfallText(order: NotifiedOrder, tokens: KnownTokens, shortfall: Shortfall): string {
  const needed = sold(order, tokens, shortfall.needed)
  const available = sold(order, tokens, shortfall.available)
  const network = networkTitle(order)
  return shortfall.shortOf === 'balance'
    ? `Balance too low: the order needs ${needed}, the account holds ${available} on ${network}.`
    : `Allowance too low: the order needs ${needed}, the account allows ${available} on ${network}.`
}

/** A contract that owns an order reads no notifications, so its on-chain sender is notified. */
function notice(order: NotifiedOrder, type: PublicType, fact: NotificationFact) {
  const { chainId, uid: orderUid } = order
  const account = order.onchainSender ?? order.owner
  return { id: notificationId({ type, chainId, orderUid }, fact), chainId, account, type, orderUid }
}

function metadata({ uid, chainId }: NotifiedOrder, executed: bigint) {
  return { orderId: uid, executedAmount: executed.toString(), chainId }
}

function fillAmount(order: NotifiedOrder, fill: Fill): bigint {
  return order.kind === 'sell' ? fill.sellAmount - fill.feeAmount : fill.buyAmount
}
