import {
  isEnabledAt,
  isRegisteredAt,
  type Registration,
} from '@/lib/affiliate/registration/registration'
import type { Address } from '@/lib/core/address'
import { minAmount } from '@/lib/core/amount'
import { groupBy } from '@/lib/core/group-by'
import { daySeconds } from '@/lib/core/time'
import { isWithinAsset } from './asset-pair'
import { type MatchedParts, matchTrades } from './match-trades'
import type { ReferralReason } from './referral-reason'
import { compareTrades, type JudgedTrade, type Judgement, type TradeFacts } from './referral-trade'
import type { ReverseTrades } from './reverse-trades'
import { indexSettledParts } from './settlement-offsets'
import type { TraderState, TraderSums } from './trader-state'

/** What the trades of one trader are judged by. */
export type AttributionFacts = {
  readonly trader: Address
  /** What the trader's decided trades have left; `newTrader` when none is decided. */
  readonly decided: TraderState
  /** Unix second of the last cut: the trades before it are those that {@link decided} follows from. */
  readonly since: number
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
  readonly latest: TraderSums
}

/**
 * Tells of each trade of a trader whether it counts for an affiliate, and how much of it: of the reasons why it
 * does not, the first that fits. What its settlement or a round trip undid of it does not count, the rest may. The
 * first trade that counts binds the trader to the affiliate. README "Decisions" gives the rules in words.
 *
 * A pure function of its facts: judging a history at once, or in parts from the state that each part decided, gives
 * the same.
 */
export function attributeTrades(facts: AttributionFacts): Attribution {
  const { trader, reverses, decidedTo } = facts
  const trades = facts.trades.toSorted(compareTrades)
  const { spent: spentBefore, ...sums } = facts.decided
  const codes = groupBy(facts.registrations, ({ code }) => code)
  const settledParts = indexSettledParts({ trader, trades, settled: reverses.settled })
  const settledPartOf = settledParts.ofOther
  const { partsOf, spent } = matchTrades({ ...facts, trades, spent: spentBefore, settledPartOf })
  let latest: TraderSums = sums
  let decided = sums
  const judged = trades.map((trade) => {
    const registration = codes
      .get(trade.code ?? '')
      ?.find((candidate) => isRegisteredAt(candidate, trade.timestamp))
    const { own, linked } = partsOf(trade)
    const undone = { settled: settledParts.ofOwn(trade), own, linked }
    const judgement = judge(latest, { trade, trader, registration, undone })
    latest = addTrade(latest, { trade, judgement })
    if (trade.timestamp < decidedTo) decided = latest
    // a spread of both takes six times as long
    return Object.assign({}, trade, judgement)
  })
  return { judged, decided: { ...decided, spent }, latest }
}

type Candidate = {
  readonly trade: TradeFacts
  readonly trader: Address
  /** Of the trade's code at its time. */
  readonly registration: Registration | undefined
  readonly undone: UndoneParts
}

/** What of a trade's volume is undone, in millionths of a dollar. */
type UndoneParts = MatchedParts & { readonly settled: bigint }

function judge(state: TraderSums, { trade, trader, registration, undone }: Candidate): Judgement {
  const { affiliateId, boundAt } = state
  const refuse = (reason: ReferralReason) => ({ reason, affiliateId, eligible: 0n })
  if (trade.code === undefined) return refuse('no_code')
  if (!trade.isOurs) return refuse('not_ours')
  if (!registration) return refuse('unknown_code')
  const { id, terms } = registration
  if (registration.wallet === trader) return refuse('self_referral')
  if (!isEnabledAt(registration, trade.timestamp)) return refuse('disabled_code')
  if (isWithinAsset(trade)) return refuse('same_asset')
  const rest = restOf(trade, undone)
  const reversal = rest === 0n && reversalBy(undone)
  if (reversal) return refuse(reversal)
  if (affiliateId !== undefined && affiliateId !== id) return refuse('other_code')
  if (affiliateId === undefined && state.tradedWithoutCode) return refuse('late_binding')
  if (rest === undefined) return refuse('no_price')
  const lastTime = (boundAt ?? trade.timestamp) + terms.timeCapDays * daySeconds
  if (trade.timestamp > lastTime) return refuse('time_cap')
  const room = terms.volumeCap - state.eligible
  if (room <= 0n) return refuse('volume_cap')
  return { reason: 'eligible', affiliateId: id, eligible: minAmount(rest, room) }
}

/** What of the volume is not undone; undefined without a value. */
function restOf({ volume }: TradeFacts, { settled, own, linked }: UndoneParts) {
  if (volume === undefined) return undefined
  const rest = volume - settled - own - linked
  return rest > 0n ? rest : 0n
}

/** Undefined where nothing was undone. */
function reversalBy({ settled, own, linked }: UndoneParts): ReferralReason | undefined {
  if (settled > 0n) return 'both_sides'
  if (own > 0n) return 'round_trip'
  return linked > 0n ? 'funded_round_trip' : undefined
}

function addTrade(
  state: TraderSums,
  { trade, judgement }: { trade: TradeFacts; judgement: Judgement },
): TraderSums {
  const { affiliateId, reason, eligible } = judgement
  if (affiliateId === undefined) {
    const hasCode = reason !== 'no_code' && reason !== 'unknown_code'
    return hasCode || state.tradedWithoutCode ? state : { ...state, tradedWithoutCode: true }
  }
  return {
    affiliateId,
    boundAt: state.boundAt ?? trade.timestamp,
    tradedWithoutCode: state.tradedWithoutCode,
    trades: state.trades + 1,
    eligibleTrades: state.eligibleTrades + (reason === 'eligible' ? 1 : 0),
    volume: state.volume + (trade.volume ?? 0n),
    eligible: state.eligible + eligible,
    lastTradeAt: trade.timestamp,
  }
}
