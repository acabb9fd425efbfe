import type { Address } from '@/lib/core/address'
import { fundingCapacity } from './funding-capacity'
import { type LinkedTrades, linkedTrades } from './linked-trades'
import { type OpenTrade, type OpenTrades, openTrades, takeOldest } from './open-trades'
import type { LinkedFunding } from './reverse-trades'

/** A trade of an account that is linked to the trader, or, without one, of the trader. */
export type AccountTrade = OpenTrade & { readonly account: Address | undefined }

/** The open trades of a trader, and of accounts linked to it, by direction. */
export type OpenSides = {
  /** Must be called before trades at this Unix second, which never goes back. */
  readonly moveTo: (now: number) => void
  /** Lets a trade and the open ones of a direction undo each other. */
  readonly undo: (trade: AccountTrade, back: string) => void
  /** Leaves what is left of a trade to later ones. */
  readonly open: (trade: AccountTrade, there: string) => void
}

/** Begins without open trades. */
export function openSides(fundings: readonly LinkedFunding[]): OpenSides {
  const capacityOf = fundingCapacity(fundings)
  const coming = fundings.toSorted((left, right) => right.timestamp - left.timestamp)
  const sides = new Map<string, Side>()
  /** In which directions an account has traded. */
  const linkedOf = new Map<Address, Set<LinkedTrades>>()
  const sideOf = (direction: string): Side => {
    const side = sides.get(direction) ?? { own: openTrades(), linked: linkedTrades(capacityOf) }
    sides.set(direction, side)
    return side
  }
  return {
    moveTo: (now) => {
      for (let next = coming.at(-1); next && next.timestamp <= now; next = coming.at(-1)) {
        for (const linked of linkedOf.get(next.account) ?? []) linked.fund(next.account, now)
        coming.pop()
      }
    },
    undo: (trade, back) => {
      const { own, linked } = sideOf(back)
      if (trade.account === undefined) {
        takeOldest(trade, own, { most: trade.rest, part: 'own' })
        linked.undoBy(trade)
      } else {
        const most = capacityOf(trade.account, trade.place.timestamp)
        takeOldest(trade, own, { most, part: 'linked' })
      }
    },
    open: (trade, there) => {
      const { account } = trade
      const { own, linked } = sideOf(there)
      if (account === undefined) {
        own.push(trade)
        return
      }
      linked.push(account, trade)
      linkedOf.set(account, (linkedOf.get(account) ?? new Set()).add(linked))
    },
  }
}

type Side = { readonly own: OpenTrades; readonly linked: LinkedTrades }
