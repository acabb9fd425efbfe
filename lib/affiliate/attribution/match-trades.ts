import { ceilDiv, minAmount } from '@/lib/core/amount'
import { rememberAssetPairs } from './asset-pair'
import { type AccountTrade, openSides } from './open-sides'
import { compareTrades, type TradeFacts, tradeKey } from './referral-trade'
import {
  type LinkedTrade,
  type OwnTrade,
  type ReverseTrades,
  roundTripSeconds,
} from './reverse-trades'

/** What round trips are found by. */
export type MatchFacts = {
  /** Unix second before which trades have been matched with each other. */
  readonly since: number
  /** The trader's, from then on. */
  readonly trades: readonly TradeFacts[]
  readonly reverses: ReverseTrades
  /** What has been matched of trades before, see `TraderState`. */
  readonly spent: ReadonlyMap<string, bigint>
  /** The `since` of the next time. */
  readonly decidedTo: number
  /** What of a linked account's trade undid the trader's in their settlement, which it does no more; nothing left out. */
  readonly settledPartOf?: (trade: LinkedTrade) => bigint
}

/** What round trips have undone of a trade, in millionths of a dollar. */
export type MatchedParts = {
  /** With trades of the same trader. */
  readonly own: bigint
  /** With trades of accounts that paid the trader, or that the trader paid. */
  readonly linked: bigint
}

/** The round trips of a trader. */
export type Matches = {
  readonly partsOf: (trade: TradeFacts) => MatchedParts
  /** The `spent` of the next time. */
  readonly spent: ReadonlyMap<string, bigint>
}

/**
 * Matches trades with those that traded the same assets back within {@link roundTripSeconds}. In the order of time,
 * each of the trader's own undoes what is open of its own in the other direction, oldest first, then of linked
 * accounts', the account with the oldest first and as far as the fundings between the two reach; each of a linked
 * account undoes the trader's likewise. What is left of a trade is open for later ones. A funding lets what is open of
 * both undo each other as far as it reaches with those before. A match takes from both.
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

/** A trade that moved something. */
type Matchable = AccountTrade & { readonly undoes: bigint }

/** Of all that can be matched, in the order of time. */
function listMatchable({ since, trades, reverses, spent, settledPartOf }: MatchFacts) {
  const pairOf = rememberAssetPairs()
  const matchableOf = (place: OwnTrade, linked?: LinkedTrade): Matchable | undefined => {
    const pair = pairOf(place)
    const { undoes } = place
    if (!pair || !undoes) return undefined
    const settled = (linked && settledPartOf?.(linked)) ?? 0n
    const gone = place.timestamp < since ? (spent.get(tradeKey(place)) ?? 0n) : settled
    const rest = undoes - minAmount(gone, undoes)
    return { place, pair, account: linked?.account, undoes, rest, own: 0n, linked: 0n }
  }
  const judged = new Map(trades.map((trade) => [trade, matchableOf(trade)]))
  const earlier = reverses.own.filter(({ timestamp }) => timestamp < since)
  const all = [
    ...earlier.map((trade) => matchableOf(trade)),
    ...reverses.linked.map((trade) => matchableOf(trade, trade)),
    ...judged.values(),
  ]
  return {
    all: all.flatMap((trade) => trade ?? []).sort(byPlace),
    partsOf: (trade: TradeFacts): MatchedParts => {
      const { own = 0n, linked = 0n } = judged.get(trade) ?? {}
      return { own: shareOf(trade, own), linked: shareOf(trade, linked) }
    },
  }
}

/** What of the volume was undone where so much of the trade was, rounded up. */
function shareOf({ volume, undoes }: TradeFacts, part: bigint): bigint {
  return volume && undoes ? ceilDiv(volume * part, undoes) : 0n
}

const byPlace = (left: Matchable, right: Matchable) => compareTrades(left.place, right.place)

/** What has been matched so far of the trades in the last {@link roundTripSeconds} before a moment. */
function listSpent(trades: readonly Matchable[], before: number): ReadonlyMap<string, bigint> {
  const recent = trades.filter(
    ({ place: { timestamp } }) => before - roundTripSeconds <= timestamp && timestamp < before,
  )
  const matched = recent.filter(({ undoes, rest }) => rest < undoes)
  return new Map(matched.map((trade) => [tradeKey(trade.place), trade.undoes - trade.rest]))
}
