import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { ReferralReason } from './referral-reason'

/** A trade of two tokens on a network; the native token stands here as the wrapped one. */
export type PairTrade = {
  readonly chainId: number
  readonly sellToken: Address
  readonly buyToken: Address
}

/** What attribution must know of a trade; `chainId`, `blockHash` and `logIndex` name it. */
export type TradeFacts = PairTrade & {
  readonly blockHash: Hex
  readonly logIndex: number
  readonly blockNumber: bigint
  /** Unix seconds. */
  readonly timestamp: number
  readonly txHash: Hex
  /** The code of the order's app data, upper-case; undefined when it names none. */
  readonly code: string | undefined
  /** What it was worth at execution, in millionths of a dollar; undefined when nothing told. */
  readonly volume: bigint | undefined
}

/** A trade with its judgement. */
export type JudgedTrade = TradeFacts & Judgement

/** Whether a trade counts, and for whom. */
export type Judgement = {
  readonly reason: ReferralReason
  /**
   * Whom the trader is bound to since this trade or an earlier one, whether this one counts or not; undefined
   * while it is bound to nobody.
   */
  readonly affiliateId: bigint | undefined
  /** What of the volume counts, in millionths of a dollar: 0 unless the reason is `eligible`. */
  readonly eligible: bigint
}

/** The order in which the trades of one trader are judged, whatever the network. */
export function compareTrades(left: TradeFacts, right: TradeFacts): number {
  return (
    left.timestamp - right.timestamp ||
    left.chainId - right.chainId ||
    Number(left.blockNumber - right.blockNumber) ||
    left.logIndex - right.logIndex
  )
}
