import { ceilDiv, minAmount } from '@/lib/core/amount'
import { memoizeAssetPairs } from './asset-pair'
import { type AccountTrade, openSides } from './open-trades'
import {
  compareTrades,
  type LinkedTrade,
  type OwnTrade,
  type ReverseTrades,
  roundTripSeconds,
  type TradeFacts,
  tradeKey,
} from './referral-trade'
/** The facts that determine round trips. */
export type MatchFacts = {
  /** Unix second before which trades have already been matched. */
  readonly since: number
  /** The trader's trades since then. */
  readonly trades: readonly TradeFacts[]
  readonly reverses: ReverseTrades
  /** Matched amounts of earlier trades, see `TraderState`. */
  readonly spent: ReadonlyMap<string, bigint>
  /** The `since` of the next call. */
  readonly decidedTo: number
  /**
   * Returns the part of a linked account's trade already offset against the trader's within one settlement; defaults to
   * 0.
   */
  readonly settledOffsetOf?: (trade: LinkedTrade) => bigint
}

/** Volume of a trade offset by round trips, in millionths of a dollar. */
export type MatchedParts = {
  /** Against trades of the same trader. */
  readonly own: bigint
  /** Against trades of accounts that paid the trader or that it paid. */
  readonly linked: bigint
}

/** The round trips of a trader. */
export type Matches = {
  readonly partsOf: (trade: TradeFacts) => MatchedParts
  /** The `spent` of the next call. */
  readonly spent: ReadonlyMap<string, bigint>
}

/**
 * Matches trades with reverse trades of the same assets within {@link roundTripSeconds}, in time order. Each trade of
 * the trader first offsets its own open reverse trades, oldest first. It then offsets linked accounts' trades, starting
 * with the account that has the oldest, within the capacity of the fundings between the two. A linked account's trade
 * offsets the trader's in the same way. The remainder of a trade stays open for later ones. A funding also matches open
 * trades of both, within its capacity and that of earlier fundings. A match reduces both sides.
 */
export function matchTrades(facts: MatchFacts): Matches {
  const { since, decidedTo, reverses } = facts
  const sides = openSides(reverses.fundings, since)
  const { all, partsOf } = listMatchable(facts)
  let spent: ReadonlyMap<string, bigint> | undefined
  const moveTo = (now: number) => {
    if (now >= decidedTo && !spent) {
      sides.moveTo(decidedTo - 1)
      spent = listSpent(all, decidedTo)
    }
    sides.moveTo(now)
    return spent
  }
  for (const trade of all) {
    const { timestamp } = trade.place
    moveTo(timestamp)
    if (timestamp >= since) sides.undo(trade)
    sides.open(trade)
  }
  return { partsOf, spent: moveTo(Number.POSITIVE_INFINITY) ?? new Map() }
}

/** A trade that moved value. */
type Matchable = AccountTrade & { readonly undoes: bigint }

/** Lists all trades that can be matched, in time order. */
function listMatchable({ since, trades, reverses, spent, settledOffsetOf }: MatchFacts) {
  const pairOf = memoizeAssetPairs()
  const matchableOf = (place: OwnTrade, linked?: LinkedTrade): Matchable | undefined => {
    const pair = pairOf(place)
    const { undoes } = place
    if (!pair || !undoes) return undefined
    const settled = (linked && settledOffsetOf?.(linked)) ?? 0n
    const gone = place.timestamp < since ? (spent.get(tradeKey(place)) ?? 0n) : settled
    const rest = undoes - minAmount(gone, undoes)
    return { place, pair, account: linked?.account, undoes, rest, own: 0n, linked: 0n }
  }
  const matchables = new Map(trades.map((trade) => [trade, matchableOf(trade)]))
  const earlier = reverses.own.filter(({ timestamp }) => timestamp < since)
  const all = [
    ...earlier.map((trade) => matchableOf(trade)),
    ...reverses.linked.map((trade) => matchableOf(trade, trade)),
    ...matchables.values(),
  ]
  return {
    all: all.flatMap((trade) => trade ?? []).sort(byPlace),
    partsOf: (trade: TradeFacts): MatchedParts => {
      const { own = 0n, linked = 0n } = matchables.get(trade) ?? {}
      return { own: shareOf(trade, own), linked: shareOf(trade, linked) }
    },
  }
}

/** Converts an offset amount to its share of the volume, rounded up. */
function shareOf({ volume, undoes }: TradeFacts, part: bigint): bigint {
  return volume && undoes ? ceilDiv(volume * part, undoes) : 0n
}

const byPlace = (left: Matchable, right: Matchable) => compareTrades(left.place, right.place)

/** Returns the matched amounts of the trades in the {@link roundTripSeconds} before a time. */
function listSpent(trades: readonly Matchable[], before: number): ReadonlyMap<string, bigint> {
  const recent = trades.filter(
    ({ place: { timestamp } }) => before - roundTripSeconds <= timestamp && timestamp < before,
  )
  const matched = recent.filter(({ undoes, rest }) => rest < undoes)
  return new Map(matched.map((trade) => [tradeKey(trade.place), trade.undoes - trade.rest]))
}
