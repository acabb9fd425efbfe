import { ceilDiv, maxUint256, mulDiv } from '@/lib/core/amount'
import type { SignedOrder } from '@/lib/core/order'

/** Clearing prices of an order's two tokens; only their ratio matters. */
export type PricePair = { readonly sell: bigint; readonly buy: bigint }

/** The settlement contract's transfers for one order, in atoms. */
export type Execution = {
  /** Without the fee. */
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** The prorated signed fee, drawn in addition to the sell amount. */
  readonly fee: bigint
}

/**
 * Computes an order's amounts exactly as the settlement contract does (GPv2Settlement, computeTradeExecution): a sell
 * order's buy amount is rounded up, a buy order's sell amount down.
 *
 * Undefined if the contract would revert: the limit price is not respected, a product exceeds uint256, or a price is
 * zero. The contract executes fill-or-kill orders in full, so `executed` must be the whole amount.
 */
export function executeOrder(
  order: SignedOrder,
  executed: bigint,
  prices: PricePair,
): Execution | undefined {
  if (executed <= 0n || !respectsLimit(order, prices)) return undefined
  const whole = order.kind === 'sell' ? order.sellAmount : order.buyAmount
  if (executed > whole || (!order.partiallyFillable && executed !== whole)) return undefined
  const product = executed * (order.kind === 'sell' ? prices.sell : prices.buy)
  if (product > maxUint256 || order.feeAmount * executed > maxUint256) return undefined
  const fee = order.partiallyFillable ? mulDiv(order.feeAmount, executed, whole) : order.feeAmount
  return order.kind === 'sell'
    ? { sellAmount: executed, buyAmount: ceilDiv(product, prices.buy), fee }
    : { sellAmount: product / prices.sell, buyAmount: executed, fee }
}

/** Returns whether the contract accepts these prices for the order. False if a product exceeds uint256. */
export function respectsLimit(order: SignedOrder, { sell, buy }: PricePair): boolean {
  if (sell <= 0n || buy <= 0n || sell > maxUint256 || buy > maxUint256) return false
  const given = order.sellAmount * sell
  const asked = order.buyAmount * buy
  return given <= maxUint256 && asked <= given
}
