import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OnchainPlacement } from './onchain-placement'

/** Change of the settlement contract's balance of a token by one settlement, in atoms; native counts as wrapped. */
export type KeptToken = {
  readonly token: Address
  /** Below zero: lost. */
  readonly amount: bigint
  /** What of it belongs to others: protocol fees that no recipient was paid. */
  readonly owed: bigint
}

/** Where on the chain an event stands. */
export type EventPlace = {
  readonly blockNumber: bigint
  readonly blockHash: Hex
  readonly logIndex: number
  readonly txHash: Hex
}

/** `Trade`: a fill of an order, in atoms; `sellAmount` includes the fee. */
export type TradeEvent = EventPlace & {
  readonly kind: 'trade'
  readonly orderUid: Hex
  readonly owner: Address
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  readonly feeAmount: bigint
}

/** `Settlement`: the end of a call of `settle`. */
export type SettledEvent = EventPlace & { readonly kind: 'settlement'; readonly solver: Address }

/**
 * An order was cancelled for good: `OrderInvalidated` by its owner, `OrderInvalidation` through the contract
 * that it was placed through, which then counts as its owner.
 */
export type InvalidationEvent = EventPlace & {
  readonly kind: 'invalidation'
  readonly orderUid: Hex
  readonly owner: Address
}

/** `PreSignature`: an owner signed an order by a transaction, or took that back. */
export type PresignatureEvent = EventPlace & {
  readonly kind: 'presignature'
  readonly orderUid: Hex
  readonly owner: Address
  readonly signed: boolean
}

/** `OrderPlacement`: an order was placed by a transaction. */
export type PlacementEvent = EventPlace &
  Omit<OnchainPlacement, 'timestamp'> & { readonly kind: 'placement' }

/** `OrderRefund`: an order that was placed by a transaction gave back what it had not sold. */
export type RefundEvent = EventPlace & {
  readonly kind: 'refund'
  readonly orderUid: Hex
  readonly refunder: Address
}

/** What the settlement contract and those that place orders say happened. */
export type ContractEvent =
  | TradeEvent
  | SettledEvent
  | InvalidationEvent
  | PresignatureEvent
  | PlacementEvent
  | RefundEvent

/**
 * An event with the time of its block, in Unix seconds, and for settlements the auction it names. Of our own settlements
 * there is also what they kept, and what their trades paid for the network (see `bookSettlements`).
 */
export type IndexedEvent =
  | (Exclude<ContractEvent, SettledEvent | TradeEvent> & { readonly timestamp: number })
  | (TradeEvent & { readonly timestamp: number; readonly networkFee?: bigint | undefined })
  | (SettledEvent & {
      readonly timestamp: number
      readonly auctionId: bigint | undefined
      readonly kept?: readonly KeptToken[]
    })
