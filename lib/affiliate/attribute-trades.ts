import type { Address } from '@/lib/core/address'
import type { JudgedTrade, TradeFacts } from './referral-trade'
import type { Registration } from './registration'
import type { ReverseTrades } from './reverse-trades'
import type { TraderState } from './trader-state'

/** What the trades of one trader are judged by. */
export type AttributionFacts = {
  readonly trader: Address
  /** What the trader's decided trades have left; {@link newTrader} when none is decided. */
  readonly decided: TraderState
  /** Its undecided trades: all from the last cut on, in any order. */
  readonly trades: readonly TradeFacts[]
  /** Trades before this Unix second are decided by now, see `decidedBefore`. */
  readonly decidedTo: number
  /** Of the codes that the trades name, also those that were freed. */
  readonly registrations: readonly Registration[]
  readonly reverses: ReverseTrades
}

/** The judgement of a trader's undecided trades. */
export type Attribution = {
  /** In the order of `compareTrades`. */
  readonly judged: readonly JudgedTrade[]
  /** What the trades before the cut leave: where the next attribution begins. */
  readonly decided: TraderState
  /** What all of them leave: the trader's sums as of now. */
  readonly latest: TraderState
}
