import type { Hex } from '@/lib/core/bytes'
import type { OrderRecord } from '@/lib/orders/order-record'

/** The quote that an order was placed with; amounts in atoms, after the fee. */
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
  /** What the app data says of the client's slippage. */
  readonly metadata: { readonly slippageBips?: number } | undefined
}

/** An order with what is stored beside it. */
export type OrderDetails = {
  readonly order: OrderRecord
  /** Text of the app data document, when there is one. */
  readonly fullAppData: string | undefined
  /** Read for single orders and for an account's, not for those of a transaction. */
  readonly quote?: OrderQuote | undefined
  /** The transaction that gave an order placed on chain its funds back. */
  readonly refundTxHash?: Hex | undefined
}
