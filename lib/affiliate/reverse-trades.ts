import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { groupBy } from '@/lib/core/group-by'
import { daySeconds } from '@/lib/core/time'
import type { ReferralReason } from './referral-reason'
import type { PairTrade, PlacedTrade, TradeFacts, Valued } from './referral-trade'
import { countFrom, isWithin, mergeSpans, type TimeSpan } from './time-spans'

/** Seconds within which a trade and one of the reverse direction are a round trip, both ends included. */
export const roundTripSeconds = daySeconds

/**
 * The trades that may have undone a trader's, of any pairs and in any order: what does not matter is passed over.
 * Everything is needed from {@link roundTripSeconds} before the first trade to be judged on, and with what it was
 * worth: what has no value undoes nothing.
 */
export type ReverseTrades = {
  /** Of the trader itself, before those to be judged, which may be among them. */
  readonly own: readonly OwnTrade[]
  /** Of accounts with fundings from or to the trader. */
  readonly linked: readonly LinkedTrade[]
  /** Between the trader and such an account, on any network and in either direction. */
  readonly fundings: readonly LinkedFunding[]
  /** Of anybody, in the transactions of the trades to be judged; the trader's own may be among them. */
  readonly settled: readonly SettledTrade[]
}

/** A trade of the trader. */
export type OwnTrade = PlacedTrade & Valued
/** A trade of an account that paid the trader, or that the trader paid. */
export type LinkedTrade = OwnTrade & { readonly account: Address }
/** A trade of anybody, by the transaction that settled it. */
export type SettledTrade = PairTrade & Valued & { readonly account: Address; readonly txHash: Hex }

/** What the trader and an account have paid each other at a moment. */
export type LinkedFunding = {
  readonly account: Address
  /** Unix seconds. */
  readonly timestamp: number
  /** Millionths of a dollar. */
  readonly value: bigint
}

/**
 * Tells which reverse trade takes a trade out of account, if one does.
 */
export function indexReversals(
  reverses: ReverseTrades,
): (trade: TradeFacts) => ReferralReason | undefined {
  const settled = groupBy(reverses.settled, ({ txHash }) => txHash)
  const own = spansByPair(reverses.own, ({ timestamp }) => [
    { from: timestamp - roundTripSeconds, to: timestamp + roundTripSeconds },
  ])
  const fundings = fundingTimes(reverses.fundings)
  const linked = spansByPair(reverses.linked, ({ account, timestamp }) =>
    fundedSpans(timestamp, fundings.get(account) ?? []),
  )
  return (trade) => {
    if (settled.get(trade.txHash)?.some((other) => isReverse(trade, other))) return 'both_sides'
    const pair = pairKey(trade)
    if (isWithin(own.get(pair) ?? [], trade.timestamp)) return 'round_trip'
    if (isWithin(linked.get(pair) ?? [], trade.timestamp)) return 'funded_round_trip'
    return undefined
  }
}

/**
 * When a trade makes a funded round trip with a linked account's at `reverse`: they and a funding lie together,
 * the funding at most {@link roundTripSeconds} before the later of the two and not after it. Of the fundings until
 * `reverse` the last one reaches furthest, of those after it the first one begins earliest.
 */
function fundedSpans(reverse: number, fundings: readonly number[]): TimeSpan[] {
  const count = countFrom(fundings, (time) => time <= reverse)
  const before = fundings[count - 1]
  const after = fundings[count]
  const spans: TimeSpan[] = []
  if (before !== undefined && reverse - before <= roundTripSeconds) {
    spans.push({ from: reverse - roundTripSeconds, to: before + roundTripSeconds })
  }
  if (after !== undefined && after - reverse <= roundTripSeconds) {
    spans.push({ from: after, to: reverse + roundTripSeconds })
  }
  return spans
}

/** The spans of reverse trades, merged, under the pairs in the direction that they reverse. */
function spansByPair<T extends OwnTrade>(
  trades: readonly T[],
  spansOf: (trade: T) => readonly TimeSpan[],
): Map<string, readonly TimeSpan[]> {
  const groups = groupBy(trades, reverseKey)
  return new Map([...groups].map(([pair, group]) => [pair, mergeSpans(group.flatMap(spansOf))]))
}

function fundingTimes(fundings: readonly LinkedFunding[]): Map<Address, readonly number[]> {
  const groups = groupBy(fundings, ({ account }) => account)
  return new Map(
    [...groups].map(([account, group]) => [
      account,
      group.map(({ timestamp }) => timestamp).toSorted((left, right) => left - right),
    ]),
  )
}

function isReverse(trade: PairTrade, other: PairTrade): boolean {
  const { chainId, sellToken, buyToken } = other
  return chainId === trade.chainId && sellToken === trade.buyToken && buyToken === trade.sellToken
}

const pairKey = ({ chainId, sellToken, buyToken }: PairTrade) =>
  `${chainId}:${sellToken}:${buyToken}`
const reverseKey = ({ chainId, sellToken, buyToken }: PairTrade) =>
  `${chainId}:${buyToken}:${sellToken}`
