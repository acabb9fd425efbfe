import { minAmount } from '@/lib/core/amount'
import type { TradePlace } from './referral-trade'
import { roundTripSeconds } from './reverse-trades'

/** A trade that others may undo; amounts in millionths of a dollar. */
export type OpenTrade = {
  readonly place: TradePlace
  /** What nothing has undone so far. */
  rest: bigint
  /** What trades of the trader have undone, or been undone by. */
  own: bigint
  /** What trades of linked accounts have undone, or been undone by. */
  linked: bigint
}

/** Trades of one direction in the order of time, the oldest of which is undone first. */
export type OpenTrades = {
  readonly push: (trade: OpenTrade) => void
  /** The oldest that a trade at `now` can still undo; `now` never goes back. */
  readonly oldest: (now: number) => OpenTrade | undefined
}

/** Begins an empty list. Reading it costs the same however many trades are open. */
export function openTrades(): OpenTrades {
  const trades: OpenTrade[] = []
  let head = 0
  return {
    push: (trade) => {
      trades.push(trade)
    },
    oldest: (now) => {
      for (; ; head++) {
        const trade = trades[head]
        if (!trade) return undefined
        if (trade.rest > 0n && now - trade.place.timestamp <= roundTripSeconds) return trade
      }
    },
  }
}

/** Lets a trade and the oldest open ones of the other direction undo each other, up to an amount in all. */
export function takeOldest(
  taker: OpenTrade,
  from: OpenTrades,
  limit: { readonly max: bigint; readonly part: Part },
): void {
  const { part } = limit
  let room = minAmount(limit.max, taker.rest)
  while (room > 0n) {
    const maker = from.oldest(taker.place.timestamp)
    if (!maker) return
    room -= undoEachOther([taker, maker], { max: room, part })
  }
}

/** Lets the oldest open trades of both directions undo each other at a moment, up to an amount in all. */
export function matchOldest(
  [left, right]: readonly [OpenTrades, OpenTrades],
  limit: { readonly max: bigint; readonly part: Part; readonly now: number },
): void {
  const { now, part } = limit
  let room = limit.max
  while (room > 0n) {
    const trades = [left.oldest(now), right.oldest(now)] as const
    if (!trades[0] || !trades[1]) return
    room -= undoEachOther([trades[0], trades[1]], { max: room, part })
  }
}

type Part = 'own' | 'linked'

/** Gives what the two have undone of each other. */
function undoEachOther(
  trades: readonly [OpenTrade, OpenTrade],
  { max, part }: { readonly max: bigint; readonly part: Part },
): bigint {
  const amount = minAmount(max, minAmount(trades[0].rest, trades[1].rest))
  for (const trade of trades) {
    trade.rest -= amount
    trade[part] += amount
  }
  return amount
}
