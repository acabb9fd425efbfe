import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { PairTrade } from './referral-trade'

/** Seconds within which a trade and one of the reverse direction are a round trip, both ends included. */
export const roundTripSeconds = 86_400

/**
 * The trades that may have undone a trader's, of any pairs and in any order: what does not matter is passed over.
 * Everything is needed from {@link roundTripSeconds} before the first trade to be judged on.
 */
export type ReverseTrades = {
  /** Of the trader itself, those to be judged included. */
  readonly own: readonly (PairTrade & { readonly timestamp: number })[]
  /** Of accounts with fundings from or to the trader. */
  readonly linked: readonly (PairTrade & {
    readonly timestamp: number
    readonly account: Address
  })[]
  /** Transfers between the trader and such an account, on any network and in either direction. */
  readonly fundings: readonly { readonly account: Address; readonly timestamp: number }[]
  /** Of anybody, in the transactions of the trades to be judged, which may be among them. */
  readonly settled: readonly (PairTrade & { readonly txHash: Hex })[]
}
