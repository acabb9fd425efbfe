import { keptText } from '@/lib/client/kept-text'
import type { Hex } from '@/lib/core/bytes'

const kept = keptText('coincide.discarded-orders')
/** Orders that wait for their signature are over within a year; the oldest are forgotten first. */
const mostKept = 200

/** The orders that this browser shows no more. */
export function readDiscarded(): ReadonlySet<Hex> {
  try {
    return new Set(JSON.parse(kept.read() ?? '[]') as Hex[])
  } catch {
    // It may hold what others wrote.
    return new Set()
  }
}

/** Shows an order no more in this browser; gives all that are not shown. */
export function discardOrder(uid: Hex): ReadonlySet<Hex> {
  const uids = [...readDiscarded(), uid].slice(-mostKept)
  kept.write(JSON.stringify(uids))
  return new Set(uids)
}
