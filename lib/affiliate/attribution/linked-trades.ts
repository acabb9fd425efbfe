import type { Address } from '@/lib/core/address'
import { createHeap } from '@/lib/core/heap'
import { matchOldest, type OpenTrade, type OpenTrades, openTrades, takeOldest } from './open-trades'
import { compareTrades } from './referral-trade'

/** Open trades of linked accounts in one direction. Times passed in must not decrease. */
export type LinkedTrades = {
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
export function linkedTrades(capacityOf: (account: Address, now: number) => bigint): LinkedTrades {
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
