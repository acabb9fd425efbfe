import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { daySeconds } from '@/lib/core/time'
import { microsPerUsd } from '@/lib/core/usd'
import type { PairTrade, PlacedTrade, Valued } from './referral-trade'

/** Seconds within which a trade and one of the reverse direction are a round trip, both ends included. */
export const roundTripSeconds = daySeconds

/**
 * The trades that may have undone a trader's, of any pairs and in any order: what does not matter is passed over.
 * Everything is needed from {@link roundTripSeconds} before the first trade to be judged on, and with what it was
 * worth: what has no value undoes nothing.
 */
export type ReverseTrades = {
  /** Of the trader itself, before those to be judged, which may be among them. */
  readonly own: readonly OwnTrade[]
  /** Of accounts with fundings from or to the trader. */
  readonly linked: readonly LinkedTrade[]
  /** Between the trader and such an account, on any network and in either direction. */
  readonly fundings: readonly LinkedFunding[]
  /** Of anybody, in the transactions of the trades to be judged; the trader's own may be among them. */
  readonly settled: readonly SettledTrade[]
}

/** A trade of the trader. */
export type OwnTrade = PlacedTrade & Valued
/** A trade of an account that paid the trader, or that the trader paid. */
export type LinkedTrade = OwnTrade & { readonly account: Address; readonly txHash: Hex }
/** A trade of anybody, by the transaction that settled it. */
export type SettledTrade = PairTrade & Valued & { readonly account: Address; readonly txHash: Hex }

/** Millionths of a dollar below which what an account paid another at once does not count: anyone pays dust. */
export const minFunding = 10n * microsPerUsd

/** What the trader and an account have paid each other at a moment. */
export type LinkedFunding = {
  readonly account: Address
  /** Unix seconds. */
  readonly timestamp: number
  /** Millionths of a dollar. */
  readonly value: bigint
}
