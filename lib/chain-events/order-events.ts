import type { Address } from '@/lib/core/address'

/** The on-chain state of an order: sums over its trades in atoms, and its newest events. */
export type OrderEvents = {
  /** Includes the fee, as the `Trade` event does. */
  readonly executedSell: bigint
  readonly executedBuy: bigint
  readonly executedFee: bigint
  /** Taken beyond the signed fee, in the token whose amount is not fixed. */
  readonly protocolFee: bigint
  /** Network fee paid beyond the signed fee, in the same token. */
  readonly networkFee: bigint
  /** The account that invalidated the order on chain. */
  readonly invalidatedBy: Address | undefined
  /** The value of the newest `PreSignature` event; undefined if there is none. */
  readonly presigned: boolean | undefined
  /** Whether the placing transaction is on the chain; false for off-chain orders. */
  readonly placed: boolean
}

/** The state of an order without on-chain events. */
export const noEvents: OrderEvents = {
  executedSell: 0n,
  executedBuy: 0n,
  executedFee: 0n,
  protocolFee: 0n,
  networkFee: 0n,
  invalidatedBy: undefined,
  presigned: undefined,
  placed: false,
}
