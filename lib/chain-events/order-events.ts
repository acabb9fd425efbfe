import type { Address } from '@/lib/core/address'

/** Everything that the chain's events say about an order: sums over its trades in atoms, and the newest events. */
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

/** The events of an order that the chain has never mentioned. */
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
