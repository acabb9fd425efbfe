import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { daySeconds } from '@/lib/core/time'
import { microsPerUsd } from '@/lib/core/usd'

/** A token pair on a network, with the wrapped token instead of the native one. */
export type PairTrade = {
  readonly chainId: number
  readonly sellToken: Address
  readonly buyToken: Address
}

/** Position of a trade; network, block hash and log index identify it. */
export type TradeKey = {
  readonly chainId: number
  readonly blockHash: Hex
  readonly logIndex: number
  readonly blockNumber: bigint
  /** Unix seconds. */
  readonly timestamp: number
}

/** A traded token pair with its position. */
export type PlacedTrade = PairTrade & TradeKey

/** Value of a trade at execution, in millionths of a dollar; undefined without a price. */
export type Valued = {
  /** The lower value of the two sides; at most this counts. */
  readonly volume: bigint | undefined
  /** The higher known value of the two sides; it offsets this much of other trades. */
  readonly undoes: bigint | undefined
}

/** The facts of a trade that attribution needs. */
export type TradeFacts = PlacedTrade &
  Valued & {
    readonly txHash: Hex
    /** Whether a settlement transaction of this service executed the order. */
    readonly isOurs: boolean
    /** The code in the order's app data, in upper case; undefined without one. */
    readonly code: string | undefined
  }

/** A trade with its attribution. */
export type AttributedTrade = TradeFacts & TradeAttribution

/** Whether a trade counts, and for which affiliate. */
export type TradeAttribution = {
  readonly reason: ReferralReason
  /**
   * The affiliate that the trader is bound to since this trade or an earlier one, whether or not this one counts;
   * undefined while unbound.
   */
  readonly affiliateId: bigint | undefined
  /** Eligible volume in millionths of a dollar: 0 unless the reason is `eligible`. */
  readonly eligible: bigint
}

/** Returns a unique key of a trade. */
export function tradeKey({ chainId, blockHash, logIndex }: TradeKey): string {
  return `${chainId}:${blockHash}:${logIndex}`
}

/** Compares trades by evaluation and matching order, across networks. */
export function compareTrades(left: TradeKey, right: TradeKey): number {
  return (
    left.timestamp - right.timestamp ||
    left.chainId - right.chainId ||
    Number(left.blockNumber - right.blockNumber) ||
    left.logIndex - right.logIndex
  )
}

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

/** Reasons why a trade counts or not, with the sentence of the API document; pages have their own wording. */
export const referralReasons = {
  eligible:
    'The trade counts for the affiliate that the trader is bound to, except for what was undone or is beyond the volume that counts.',
  no_code: 'The order named no affiliate code.',
  not_ours: 'The order was not settled by this service.',
  unknown_code: 'Nobody had the affiliate code of the order when the trade was executed.',
  self_referral: 'The affiliate traded with its own code.',
  disabled_code: 'The affiliate code was switched off when the trade was executed.',
  same_asset: 'The two tokens follow the same thing, such as two dollar tokens.',
  both_sides: 'The same settlement traded as much in the other direction for others.',
  round_trip: 'The trader traded as much in the other direction within 24 hours.',
  funded_round_trip:
    'An account that paid the trader, or that the trader paid, traded as much in the other direction within 24 hours.',
  other_code: 'The trader is bound to another affiliate.',
  late_binding: 'The trader had traded without an affiliate code before.',
  no_price: 'Nothing told what the tokens were worth when the trade was executed.',
  time_cap: 'The time in which trades of the trader count was over.',
  volume_cap: 'The volume that counts for one trader was reached before.',
} as const

/** Why a trade counts (`eligible`) or does not. */
export type ReferralReason = keyof typeof referralReasons
