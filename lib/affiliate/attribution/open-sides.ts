import { fundingCapacity } from '@/lib/affiliate/funding/funding-capacity'
import type { Address } from '@/lib/core/address'
import type { AssetPair } from './asset-pair'
import { type LinkedTrades, linkedTrades } from './linked-trades'
import { type OpenTrade, type OpenTrades, openTrades, takeOldest } from './open-trades'
import type { LinkedFunding } from './reverse-trades'

/** A trade of an account that is linked to the trader, or, without one, of the trader. */
export type AccountTrade = OpenTrade & {
  readonly account: Address | undefined
  readonly pair: AssetPair
}

/** The open trades of a trader, and of accounts linked to it, by direction. */
export type OpenSides = {
  /**
   * Lets fundings up to this Unix second, which never goes back, link what is open. Must be called before trades at
   * that second.
   */
  readonly moveTo: (now: number) => void
  /** Lets a trade and the open ones of the other direction undo each other. */
  readonly undo: (trade: AccountTrade) => void
  /** Leaves what is left of a trade to later ones. */
  readonly open: (trade: AccountTrade) => void
}

/**
 * Begins without open trades.
 *
 * @param since Unix second before which fundings have linked what was open then.
 */
export function openSides(fundings: readonly LinkedFunding[], since: number): OpenSides {
  const capacityOf = fundingCapacity(fundings)
  const coming = listMoments(fundings)
  const sides = new Map<string, Side>()
  const linkedOf = new Map<Address, Map<string, AssetPair>>()
  const sideOf = (direction: string): Side => {
    const side = sides.get(direction) ?? { own: openTrades(), linked: linkedTrades(capacityOf) }
    sides.set(direction, side)
    return side
  }
  const link = ({ account, timestamp: now }: Moment) => {
    for (const { there, back } of linkedOf.get(account)?.values() ?? []) {
      const { linked } = sideOf(there)
      if (now >= since) linked.undoWith(account, { own: sideOf(back).own, now })
      linked.fund(account, now)
    }
  }
  return {
    moveTo: (now) => {
      for (let next = coming.at(-1); next && next.timestamp <= now; next = coming.at(-1)) {
        link(next)
        coming.pop()
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
type Moment = Pick<LinkedFunding, 'account' | 'timestamp'>

/** When which account was funded, the last first; what it was by fundings of one second is one. */
function listMoments(fundings: readonly LinkedFunding[]): Moment[] {
  const moments = new Map(
    fundings.map(({ account, timestamp }) => [`${timestamp} ${account}`, { account, timestamp }]),
  )
  return [...moments.values()].sort(
    (left, right) => right.timestamp - left.timestamp || (right.account < left.account ? -1 : 1),
  )
}
