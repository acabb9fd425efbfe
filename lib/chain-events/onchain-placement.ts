import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Interaction } from '@/lib/core/interaction'
import { wrapAll } from '@/lib/core/native-order'
import type { SignedOrder } from '@/lib/core/order'

/** An on-chain order as its contract announced it (`OrderPlacement`). */
export type OnchainPlacement = {
  readonly orderUid: Hex
  /** The contract that emitted the event. */
  readonly contract: Address
  /** The account that placed the order. */
  readonly sender: Address
  readonly order: SignedOrder
  /** The event's extra data; undefined if it cannot be decoded. */
  readonly terms: PlacementTerms | undefined
  /** Block time in Unix seconds. */
  readonly timestamp: number
}

/** Extra data that a contract may attach to an order. */
export type PlacementTerms = {
  readonly quoteId?: bigint
  /** Unix seconds after which the contract no longer signs the order. */
  readonly userValidTo?: number
}

/**
 * The first interaction when an on-chain order settles: the contract was paid in the native token, and wraps it at that
 * moment.
 */
export function wrapInteractions(
  { contract, order }: Pick<OnchainPlacement, 'contract' | 'order'>,
  wrappedNative: Address,
): Interaction[] {
  const wraps = order.owner === contract && order.sellToken === wrappedNative
  return wraps ? [{ target: contract, value: 0n, callData: wrapAll }] : []
}
