import { keptText } from '@/lib/client/stored-text'
import type { Hex } from '@/lib/core/bytes'
import type { ShownOrder } from './shown-order'

const kept = keptText('coincide.discarded-orders')
/** Orders that wait for their signature are over within a year; the oldest are forgotten first. */
const maxEntries = 200

/** The orders that this browser shows no more. */
export function readDiscarded(): ReadonlySet<Hex> {
  try {
    return new Set(JSON.parse(kept.read() ?? '[]') as Hex[])
  } catch {
    // It may hold what others wrote.
    return new Set()
  }
}

/** Whether an order is shown no more: what its owner has put away, for as long as it is open and unsigned. */
export const isPutAway = (
  { uid, signed, status }: Pick<ShownOrder, 'uid' | 'signed' | 'status'>,
  discarded: ReadonlySet<Hex>,
): boolean => !signed && status === 'open' && discarded.has(uid)

/** Shows an order no more in this browser; gives all that are not shown. */
export function discardOrder(uid: Hex): ReadonlySet<Hex> {
  const uids = [...readDiscarded(), uid].slice(-maxEntries)
  kept.write(JSON.stringify(uids))
  return new Set(uids)
}
