import type { Address } from '@/lib/core/address'
import { missingToReward, type ProgrammeTerms } from '@/lib/core/affiliate-programme'
import { daySeconds } from '@/lib/core/time'

/** A trader that is bound to an affiliate, and the sums over its trades since then; dollars in millionths. */
export type BoundTrader = {
  readonly trader: Address
  readonly code: string
  readonly terms: ProgrammeTerms
  /** Unix seconds of the trade that bound it, as the next two. */
  readonly boundAt: number
  /** When an operator freed the code; undefined while it is bound. */
  readonly freedAt: number | undefined
  readonly lastTradeAt: number
  readonly trades: number
  readonly eligibleTrades: number
  /** Trades without a price add nothing. */
  readonly volume: bigint
  readonly eligible: bigint
}

/** The last Unix second at which a trade of the trader can count. */
export function endOfRewards({ terms, boundAt, freedAt }: BoundTrader): number {
  const end = boundAt + terms.timeCapDays * daySeconds
  return freedAt !== undefined && freedAt < end ? freedAt : end
}

/**
 * The eligible volume that a trader has left to its next reward, in millionths of a dollar; undefined when none can
 * follow, for the volume or the time that counts is over.
 */
export function leftToReward(trader: BoundTrader, now: number): bigint | undefined {
  return now > endOfRewards(trader) ? undefined : missingToReward(trader.terms, trader.eligible)
}
