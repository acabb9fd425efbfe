import type { Hex } from '@/lib/core/bytes'
import type { OrderRecord } from '@/lib/orders/order-record'

/** The quote of an order's placement; amounts in atoms, after the fee. */
export type OrderQuote = {
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly feeAmount: bigint
  readonly gasAmount: number
  /** Wei per unit of gas. */
  readonly gasPrice: number
  /** Native atoms per sell-token atom. */
  readonly sellTokenPrice: number
  readonly verified: boolean
  /** The client's slippage tolerance according to the app data. */
  readonly metadata: { readonly slippageBips?: number } | undefined
}

/** An order with its related records. */
export type OrderDetails = {
  readonly order: OrderRecord
  /** Text of the app data document, if any. */
  readonly fullAppData: string | undefined
  /** Loaded for single orders and an account's orders, not for a transaction's. */
  readonly quote?: OrderQuote | undefined
  /** The transaction that refunded an order placed on chain. */
  readonly refundTxHash?: Hex | undefined
}
