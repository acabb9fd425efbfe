import type { Address } from '@/lib/core/address'
import { type ProgrammeTerms, volumeToNextReward } from '@/lib/core/affiliate-programme'
import { daySeconds } from '@/lib/core/time'

/** A trader bound to an affiliate, with the sums over its trades since then; dollars in millionths. */
export type BoundTrader = {
  readonly trader: Address
  readonly code: string
  readonly terms: ProgrammeTerms
  /** Unix seconds of the binding trade; `freedAt` and `lastTradeAt` are Unix seconds too. */
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

/** Returns the last Unix second at which a trade of the trader can count. */
export function endOfRewards({ terms, boundAt, freedAt }: BoundTrader): number {
  const end = boundAt + terms.timeCapDays * daySeconds
  return freedAt !== undefined && freedAt < end ? freedAt : end
}

/**
 * Returns the eligible volume left to a trader's next reward, in millionths of a dollar; undefined when the volume cap
 * or the time cap rules out another.
 */
export function remainingToReward(trader: BoundTrader, now: number): bigint | undefined {
  return now > endOfRewards(trader) ? undefined : volumeToNextReward(trader.terms, trader.eligible)
}
