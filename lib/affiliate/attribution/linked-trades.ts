import type { Address } from '@/lib/core/address'
import { createHeap } from '@/lib/core/heap'
import { matchOldest, type OpenTrade, type OpenTrades, openTrades, takeOldest } from './open-trades'
import { compareTrades } from './referral-trade'

/** Open trades of linked accounts in one direction. Times that are told to it never go back. */
export type LinkedTrades = {
  readonly push: (account: Address, trade: OpenTrade) => void
  /** Must be told of each funding with an account before trades after it undo the account's. */
  readonly fund: (account: Address, now: number) => void
  /** Lets the account's trades and open ones of the trader undo each other, as far as the fundings up to now reach. */
  readonly undoWith: (
    account: Address,
    open: { readonly own: OpenTrades; readonly now: number },
  ) => void
  /**
   * Lets a trade of the trader and these undo each other, as far as each account's fundings reach, the account with
   * the oldest open trade first.
   */
  readonly undoBy: (taker: OpenTrade) => void
}

/** @param capacityOf what an account's fundings up to a moment reach for. */
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
  /** The account with the oldest open trade; it is no longer queued. */
  const dequeue = (now: number): Account | undefined => {
    for (;;) {
      const queued = queue.pop()
      if (!queued) return undefined
      const { account, head } = queued
      account.isQueued = false
      if (account.trades.oldest(now) === head) return account
      // its head has become too old meanwhile
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
        // an account without capacity is not looked at again before it is funded
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
