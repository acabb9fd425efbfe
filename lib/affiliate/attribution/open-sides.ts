import { fundingCapacity } from '@/lib/affiliate/funding/funding-capacity'
import type { Address } from '@/lib/core/address'
import type { AssetPair } from './asset-pair'
import { type LinkedTrades, linkedTrades } from './linked-trades'
import { type OpenTrade, type OpenTrades, openTrades, takeOldest } from './open-trades'
import type { LinkedFunding } from './reverse-trades'

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
