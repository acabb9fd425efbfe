import { minAmount } from '@/lib/core/amount'
import type { TradeKey } from './referral-trade'
import { roundTripSeconds } from './reverse-trades'

/** A trade that others may offset; amounts in millionths of a dollar. */
export type OpenTrade = {
  readonly place: TradeKey
  /** Amount not offset yet. */
  rest: bigint
  /** Amount offset against trades of the trader. */
  own: bigint
  /** Amount offset against trades of linked accounts. */
  linked: bigint
}

/** Trades of one direction in time order; the oldest is offset first. */
export type OpenTrades = {
  readonly push: (trade: OpenTrade) => void
  /** Returns the oldest trade that a trade at `now` can still offset; `now` must not decrease. */
  readonly oldest: (now: number) => OpenTrade | undefined
}

/** Creates an empty list. Reads take amortised constant time, however many trades are open. */
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

/** Offsets a trade against the oldest open ones in reverse, up to a total amount. */
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
    room -= offsetPair([taker, maker], { max: room, part })
  }
}

/** Offsets the oldest open trades of both directions against each other, up to a total amount. */
export function matchOldest(
  [left, right]: readonly [OpenTrades, OpenTrades],
  limit: { readonly max: bigint; readonly part: Part; readonly now: number },
): void {
  const { now, part } = limit
  let room = limit.max
  while (room > 0n) {
    const trades = [left.oldest(now), right.oldest(now)] as const
    if (!trades[0] || !trades[1]) return
    room -= offsetPair([trades[0], trades[1]], { max: room, part })
  }
}

type Part = 'own' | 'linked'

/** Offsets two trades against each other and returns the amount. */
function offsetPair(
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
