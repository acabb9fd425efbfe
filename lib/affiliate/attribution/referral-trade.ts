import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { ReferralReason } from './referral-reason'

/** A trade of two tokens on a network; the native token stands here as the wrapped one. */
export type PairTrade = {
  readonly chainId: number
  readonly sellToken: Address
  readonly buyToken: Address
}

/** Where a trade stands: network, block and place in it name it. */
export type TradePlace = {
  readonly chainId: number
  readonly blockHash: Hex
  readonly logIndex: number
  readonly blockNumber: bigint
  /** Unix seconds. */
  readonly timestamp: number
}

/** A trade of two tokens, and where it stands. */
export type PlacedTrade = PairTrade & TradePlace

/** What a trade was worth at execution, in millionths of a dollar; undefined when nothing told. */
export type Valued = {
  /** The lesser of what was given and what was got: no more than this counts. */
  readonly volume: bigint | undefined
  /** The greater of those that are known: so much it moved back of what other trades moved. */
  readonly undoes: bigint | undefined
}

/** What attribution must know of a trade that it judges. */
export type TradeFacts = PlacedTrade &
  Valued & {
    readonly txHash: Hex
    /** Whether a settlement transaction of this service executed the order. */
    readonly isOurs: boolean
    /** The code of the order's app data, upper-case; undefined when it names none. */
    readonly code: string | undefined
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

/** Names a trade as no other. */
export function tradeKey({ chainId, blockHash, logIndex }: TradePlace): string {
  return `${chainId}:${blockHash}:${logIndex}`
}

/** The order in which trades are judged and matched, whatever the network. */
export function compareTrades(left: TradePlace, right: TradePlace): number {
  return (
    left.timestamp - right.timestamp ||
    left.chainId - right.chainId ||
    Number(left.blockNumber - right.blockNumber) ||
    left.logIndex - right.logIndex
  )
}
