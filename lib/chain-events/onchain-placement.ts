import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Interaction } from '@/lib/core/interaction'
import { wrapAll } from '@/lib/core/native-order'
import type { SignedOrder } from '@/lib/core/order'

/** An order that was placed by a transaction, as the contract told of it (`OrderPlacement`). */
export type OnchainPlacement = {
  readonly orderUid: Hex
  /** The contract that told of it. */
  readonly contract: Address
  /** Who placed it. */
  readonly sender: Address
  readonly order: SignedOrder
  /** What the contract says beside the order; undefined when that cannot be read. */
  readonly terms: PlacementTerms | undefined
  /** Unix seconds of the block. */
  readonly timestamp: number
}

/** What a contract may say of an order beside its terms. */
export type PlacementTerms = {
  readonly quoteId?: bigint
  /** Unix seconds after which the contract signs it no longer. */
  readonly userValidTo?: number
}

/**
 * What settling a placed order calls first: a contract that owns an order which sells the wrapped native
 * token was paid in the native one, and wraps it then.
 */
export function wrapInteractions(
  { contract, order }: Pick<OnchainPlacement, 'contract' | 'order'>,
  wrappedNative: Address,
): Interaction[] {
  const wraps = order.owner === contract && order.sellToken === wrappedNative
  return wraps ? [{ target: contract, value: 0n, callData: wrapAll }] : []
}
