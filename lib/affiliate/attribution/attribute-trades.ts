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
import {
  type AttributedTrade,
  compareTrades,
  type ReferralReason,
  type ReverseTrades,
  type TradeAttribution,
  type TradeFacts,
} from './referral-trade'
import { indexSettlementOffsets } from './settlement-offsets'
import type { TraderState, TraderSums } from './trader-state'

/** The facts that determine the attribution of a trader's trades. */
export type AttributionFacts = {
  readonly trader: Address
  /** The state after the trader's decided trades; `newTrader` when none is decided. */
  readonly decided: TraderState
  /** Unix second of the last cut: {@link decided} covers the trades before it. */
  readonly since: number
  /** The trader's undecided trades: all since the last cut, in any order. */
  readonly trades: readonly TradeFacts[]
  /** Trades before this Unix second are now decided, see `decidedBefore`. */
  readonly decidedTo: number
  /** Registrations of the codes that the trades use, including freed ones. */
  readonly registrations: readonly Registration[]
  readonly reverses: ReverseTrades
}

/** The attribution of a trader's undecided trades. */
export type Attribution = {
  /** Ordered by `compareTrades`. */
  readonly attributedTrades: readonly AttributedTrade[]
  /** The state after the trades before the new cut, where the next attribution starts. */
  readonly decided: TraderState
  /** The trader's current sums, after all its trades. */
  readonly latest: TraderSums
}

/**
 * Determines which of a trader's trades count for an affiliate, and how much of each; for the rest, the first reason
 * that applies. Volume offset within its settlement or by a round trip does not count. The first trade that counts
 * binds the trader to the affiliate. docs/affiliates.md states the rules.
 *
 * A pure function: evaluating a history at once, or in parts from the state after each part, gives the same result.
 */
export function attributeTrades(facts: AttributionFacts): Attribution {
  const { trader, reverses, decidedTo } = facts
  const trades = facts.trades.toSorted(compareTrades)
  const { spent: spentBefore, ...sums } = facts.decided
  const codes = groupBy(facts.registrations, ({ code }) => code)
  const settlementOffsets = indexSettlementOffsets({ trader, trades, settled: reverses.settled })
  const settledOffsetOf = settlementOffsets.ofOther
  const { partsOf, spent } = matchTrades({ ...facts, trades, spent: spentBefore, settledOffsetOf })
  let latest: TraderSums = sums
  let decided = sums
  const attributedTrades = trades.map((trade) => {
    const registration = codes
      .get(trade.code ?? '')
      ?.find((candidate) => isRegisteredAt(candidate, trade.timestamp))
    const { own, linked } = partsOf(trade)
    const undone = { settled: settlementOffsets.ofOwn(trade), own, linked }
    const tradeAttribution = attributeTrade(latest, { trade, trader, registration, undone })
    latest = addTrade(latest, { trade, tradeAttribution })
    if (trade.timestamp < decidedTo) decided = latest
    // Spreading both objects is six times slower.
    return Object.assign({}, trade, tradeAttribution)
  })
  return { attributedTrades, decided: { ...decided, spent }, latest }
}

type Candidate = {
  readonly trade: TradeFacts
  readonly trader: Address
  /** The registration of the trade's code at its time. */
  readonly registration: Registration | undefined
  readonly undone: UndoneParts
}

/** Offset volume of a trade by cause, in millionths of a dollar. */
type UndoneParts = MatchedParts & { readonly settled: bigint }

function attributeTrade(
  state: TraderSums,
  { trade, trader, registration, undone }: Candidate,
): TradeAttribution {
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

/** Returns the volume that is not offset; undefined without a value. */
function restOf({ volume }: TradeFacts, { settled, own, linked }: UndoneParts) {
  if (volume === undefined) return undefined
  const rest = volume - settled - own - linked
  return rest > 0n ? rest : 0n
}

/** Returns undefined when nothing was offset. */
function reversalBy({ settled, own, linked }: UndoneParts): ReferralReason | undefined {
  if (settled > 0n) return 'both_sides'
  if (own > 0n) return 'round_trip'
  return linked > 0n ? 'funded_round_trip' : undefined
}

function addTrade(
  state: TraderSums,
  { trade, tradeAttribution }: { trade: TradeFacts; tradeAttribution: TradeAttribution },
): TraderSums {
  const { affiliateId, reason, eligible } = tradeAttribution
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
