import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { daySeconds } from '@/lib/core/time'
import { microsPerUsd } from '@/lib/core/usd'
import type { PairTrade, PlacedTrade, Valued } from './referral-trade'

/** Seconds within which a trade and a reverse trade form a round trip, both ends included. */
export const roundTripSeconds = daySeconds

/**
 * Trades that may have offset a trader's, of any pairs and in any order; irrelevant ones are ignored. Must be complete
 * from {@link roundTripSeconds} before the first undecided trade on, with values: a trade without a value offsets
 * nothing.
 */
export type ReverseTrades = {
  /** The trader's own decided trades; may also include undecided ones. */
  readonly own: readonly OwnTrade[]
  /** Trades of accounts with fundings from or to the trader. */
  readonly linked: readonly LinkedTrade[]
  /** Fundings between the trader and such accounts, on any network and in either direction. */
  readonly fundings: readonly LinkedFunding[]
  /** All accounts' trades in the settlements of the undecided trades; may include the trader's own. */
  readonly settled: readonly SettledTrade[]
}

/** A trade of the trader. */
export type OwnTrade = PlacedTrade & Valued
/** A trade of an account that paid the trader or that it paid. */
export type LinkedTrade = OwnTrade & { readonly account: Address; readonly txHash: Hex }
/** A trade of any account, with its settlement transaction. */
export type SettledTrade = PairTrade & Valued & { readonly account: Address; readonly txHash: Hex }

/** Minimum value of a funding in millionths of a dollar; anyone can send dust. */
export const minFunding = 10n * microsPerUsd

/** A funding between the trader and an account, in either direction. */
export type LinkedFunding = {
  readonly account: Address
  /** Unix seconds. */
  readonly timestamp: number
  /** Millionths of a dollar. */
  readonly value: bigint
}
