import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { ReferralReason } from './referral-reason'

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
export type JudgedTrade = TradeFacts & Judgement

/** Whether a trade counts, and for which affiliate. */
export type Judgement = {
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
