import type { Address } from '@/lib/core/address'
import { minAmount } from '@/lib/core/amount'
import { groupBy } from '@/lib/core/group-by'
import { createHeap } from '@/lib/core/heap'
import type { AssetPair } from './asset-pair'
import {
  compareTrades,
  type LinkedFunding,
  roundTripSeconds,
  type TradeKey,
} from './referral-trade'

/** A trade of an account linked to the trader, or of the trader if `account` is undefined. */
export type AccountTrade = OpenTrade & {
  readonly account: Address | undefined
  readonly pair: AssetPair
}

/** The open trades of a trader and its linked accounts, by direction. */
export type OpenSides = {
  /**
   * Applies fundings up to this Unix second, which must not decrease, to the open trades. Must be called before trades
   * of that second.
   */
  readonly moveTo: (now: number) => void
  /** Offsets a trade against the open ones in reverse. */
  readonly undo: (trade: AccountTrade) => void
  /** Leaves the remainder of a trade open for later ones. */
  readonly open: (trade: AccountTrade) => void
}

/**
 * Creates sides without open trades.
 *
 * @param since Unix second before which fundings have already been applied.
 */
export function openSides(fundings: readonly LinkedFunding[], since: number): OpenSides {
  const capacityOf = fundingCapacity(fundings)
  const upcoming = listFundingTimes(fundings)
  const sides = new Map<string, Side>()
  const linkedOf = new Map<Address, Map<string, AssetPair>>()
  const sideOf = (direction: string): Side => {
    const side = sides.get(direction) ?? { own: openTrades(), linked: linkedTrades(capacityOf) }
    sides.set(direction, side)
    return side
  }
  const link = ({ account, timestamp: now }: FundingTime) => {
    for (const { there, back } of linkedOf.get(account)?.values() ?? []) {
      const { linked } = sideOf(there)
      if (now >= since) linked.undoWith(account, { own: sideOf(back).own, now })
      linked.fund(account, now)
    }
  }
  return {
    moveTo: (now) => {
      for (let next = upcoming.at(-1); next && next.timestamp <= now; next = upcoming.at(-1)) {
        link(next)
        upcoming.pop()
      }
    },
    undo: (trade) => {
      const { own, linked } = sideOf(trade.pair.back)
      if (trade.account === undefined) {
        takeOldest(trade, own, { max: trade.rest, part: 'own' })
        linked.undoBy(trade)
      } else {
        const max = capacityOf(trade.account, trade.place.timestamp)
        takeOldest(trade, own, { max, part: 'linked' })
      }
    },
    open: (trade) => {
      const { account, pair } = trade
      const { own, linked } = sideOf(pair.there)
      if (account === undefined) {
        own.push(trade)
        return
      }
      linked.push(account, trade)
      linkedOf.set(account, (linkedOf.get(account) ?? new Map()).set(pair.there, pair))
    },
  }
}

type Side = { readonly own: OpenTrades; readonly linked: LinkedTrades }
type FundingTime = Pick<LinkedFunding, 'account' | 'timestamp'>

/** Lists the times at which accounts were funded, latest first; merges the fundings of one second. */
function listFundingTimes(fundings: readonly LinkedFunding[]): FundingTime[] {
  const times = new Map(
    fundings.map(({ account, timestamp }) => [`${timestamp} ${account}`, { account, timestamp }]),
  )
  return [...times.values()].sort(
    (left, right) => right.timestamp - left.timestamp || (right.account < left.account ? -1 : 1),
  )
}

/** Open trades of linked accounts in one direction. Times passed in must not decrease. */
type LinkedTrades = {
  readonly push: (account: Address, trade: OpenTrade) => void
  /** Must be called for each funding of an account before later trades are offset against the account's. */
  readonly fund: (account: Address, now: number) => void
  /** Offsets the account's trades against the trader's open ones, within the capacity of its fundings up to now. */
  readonly undoWith: (
    account: Address,
    open: { readonly own: OpenTrades; readonly now: number },
  ) => void
  /**
   * Offsets a trade of the trader against these, within the capacity of each account's fundings. Starts with the
   * account that has the oldest open trade.
   */
  readonly undoBy: (taker: OpenTrade) => void
}

/** @param capacityOf value covered by an account's fundings up to a time. */
function linkedTrades(capacityOf: (account: Address, now: number) => bigint): LinkedTrades {
  const accounts = new Map<Address, Account>()
  const queue = createHeap<Queued>(
    (left, right) => compareTrades(left.head.place, right.head.place) < 0,
  )
  const enqueue = (account: Account, now: number) => {
    const head = account.isQueued ? undefined : account.trades.oldest(now)
    if (!head) return
    account.isQueued = true
    queue.push({ account, head })
  }
  /** Removes the account with the oldest open trade from the queue. */
  const dequeue = (now: number): Account | undefined => {
    for (;;) {
      const queued = queue.pop()
      if (!queued) return undefined
      const { account, head } = queued
      account.isQueued = false
      if (account.trades.oldest(now) === head) return account
      // The queued trade has expired meanwhile.
      enqueue(account, now)
    }
  }
  return {
    push: (address, trade) => {
      const account = accounts.get(address) ?? { address, trades: openTrades(), isQueued: false }
      accounts.set(address, account)
      account.trades.push(trade)
      enqueue(account, trade.place.timestamp)
    },
    fund: (address, now) => {
      const account = accounts.get(address)
      if (account) enqueue(account, now)
    },
    undoWith: (address, { own, now }) => {
      const account = accounts.get(address)
      const max = capacityOf(address, now)
      if (account) matchOldest([own, account.trades], { max, part: 'linked', now })
    },
    undoBy: (taker) => {
      const now = taker.place.timestamp
      const met: Account[] = []
      while (taker.rest > 0n) {
        const account = dequeue(now)
        if (!account) break
        const max = capacityOf(account.address, now)
        // An account without capacity stays out of the queue until it is funded.
        if (max === 0n) continue
        takeOldest(taker, account.trades, { max, part: 'linked' })
        met.push(account)
      }
      for (const account of met) enqueue(account, now)
    },
  }
}

type Account = { readonly address: Address; readonly trades: OpenTrades; isQueued: boolean }
type Queued = { readonly account: Account; readonly head: OpenTrade }

/** A trade that others may offset; amounts in millionths of a dollar. */
type OpenTrade = {
  readonly place: TradeKey
  /** Amount not offset yet. */
  rest: bigint
  /** Amount offset against trades of the trader. */
  own: bigint
  /** Amount offset against trades of linked accounts. */
  linked: bigint
}

/** Trades of one direction in time order; the oldest is offset first. */
type OpenTrades = {
  readonly push: (trade: OpenTrade) => void
  /** Returns the oldest trade that a trade at `now` can still offset; `now` must not decrease. */
  readonly oldest: (now: number) => OpenTrade | undefined
}

/** Creates an empty list. Reads take amortised constant time, however many trades are open. */
function openTrades(): OpenTrades {
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
        if (now - trade.place.timestamp <= roundTripSeconds && trade.rest > 0n) return trade
      }
    },
  }
}

/** Offsets a trade against the oldest open ones in reverse, up to a total amount. */
function takeOldest(
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
function matchOldest(
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

/**
 * Creates a function that returns the value of the fundings between the trader and an account, in millionths of a
 * dollar, in the {@link roundTripSeconds} up to a time: the upper bound of their round trips. Times must not decrease,
 * so that each funding is visited twice at most.
 */
function fundingCapacity(
  fundings: readonly LinkedFunding[],
): (account: Address, now: number) => bigint {
  const windows = new Map(
    [...groupBy(fundings, ({ account }) => account)].map(([account, some]) => [
      account,
      slidingSum(some.toSorted((left, right) => left.timestamp - right.timestamp)),
    ]),
  )
  return (account, now) => windows.get(account)?.(now) ?? 0n
}

/** @param fundings in time order. */
function slidingSum(fundings: readonly LinkedFunding[]): (now: number) => bigint {
  let begin = 0
  let end = 0
  let sum = 0n
  return (now) => {
    for (let next = fundings[end]; next && next.timestamp <= now; next = fundings[end]) {
      sum += next.value
      end++
    }
    for (let first = fundings[begin]; first && begin < end; first = fundings[begin]) {
      if (now - first.timestamp <= roundTripSeconds) break
      sum -= first.value
      begin++
    }
    return sum
  }
}
