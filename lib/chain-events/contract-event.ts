import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OnchainPlacement } from './onchain-placement'

/** Change of the settlement contract's balance of one token in one settlement, in atoms. Native counts as wrapped. */
export type KeptToken = {
  readonly token: Address
  /** Negative: a loss. */
  readonly amount: bigint
  /** The part owed to others: protocol fees that were not paid to a recipient. */
  readonly owed: bigint
}

/** The position of an event on the chain. */
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
 * An order was invalidated: `OrderInvalidated` by its owner, or `OrderInvalidation` by the contract that placed it,
 * which is then recorded as the owner.
 */
export type InvalidationEvent = EventPlace & {
  readonly kind: 'invalidation'
  readonly orderUid: Hex
  readonly owner: Address
}

/** `PreSignature`: an owner presigned an order by a transaction, or revoked the presignature. */
export type PresignatureEvent = EventPlace & {
  readonly kind: 'presignature'
  readonly orderUid: Hex
  readonly owner: Address
  readonly signed: boolean
}

/** `OrderPlacement`: an order was placed by a transaction. */
export type PlacementEvent = EventPlace &
  Omit<OnchainPlacement, 'timestamp'> & { readonly kind: 'placement' }

/** `OrderRefund`: an on-chain order refunded what it had not sold. */
export type RefundEvent = EventPlace & {
  readonly kind: 'refund'
  readonly orderUid: Hex
  readonly refunder: Address
}

/** A decoded event of the settlement contract or of a contract that places orders. */
export type ContractEvent =
  | TradeEvent
  | SettledEvent
  | InvalidationEvent
  | PresignatureEvent
  | PlacementEvent
  | RefundEvent

/**
 * An event with its block time in Unix seconds and, for settlements, the auction id. For our own settlements it also
 * holds the slippage and the network fees that its trades paid (see `bookSettlements`).
 */
export type IndexedEvent =
  | (Exclude<ContractEvent, SettledEvent | TradeEvent> & { readonly timestamp: number })
  | (TradeEvent & { readonly timestamp: number; readonly networkFee?: bigint | undefined })
  | (SettledEvent & {
      readonly timestamp: number
      readonly auctionId: bigint | undefined
      readonly kept?: readonly KeptToken[]
    })

/** The events of one kind. */
export type Of<K extends IndexedEvent['kind']> = Extract<IndexedEvent, { kind: K }>

/** The events of one kind. */
export function ofKind<K extends IndexedEvent['kind']>(
  events: readonly IndexedEvent[],
  kind: K,
): Of<K>[] {
  return events.filter((event): event is Of<K> => event.kind === kind)
}

/** The position of an event on a network's chain. */
export type Place = { readonly blockHash: string; readonly logIndex: number }

/** Returns a unique key for a position. */
export const placeKey = ({ blockHash, logIndex }: Place) => `${blockHash} ${logIndex}`

/** The columns that identify a stored event. */
export const selectPlace = { blockHash: true, logIndex: true } as const

/** The columns shared by all event tables. */
export function placeColumns(chainId: number, event: IndexedEvent) {
  const { blockHash, logIndex, blockNumber, txHash } = event
  return { chainId, blockHash, logIndex, blockNumber, txHash, timestamp: BigInt(event.timestamp) }
}
