import type { Hex } from '@/lib/core/bytes'

const key = 'coincide.discarded-orders'
/** Orders that wait for their signature are over within a year; the oldest are forgotten first. */
const mostKept = 200

/** The orders that this browser shows no more. */
export function readDiscarded(): ReadonlySet<Hex> {
  try {
    return new Set(JSON.parse(localStorage.getItem(key) ?? '[]') as Hex[])
  } catch {
    // Storage may be closed to the page (private windows), or hold what others wrote.
    return new Set()
  }
}

/** Shows an order no more in this browser; gives all that are not shown. */
export function discardOrder(uid: Hex): ReadonlySet<Hex> {
  const kept = [...readDiscarded(), uid].slice(-mostKept)
  try {
    localStorage.setItem(key, JSON.stringify(kept))
  } catch {
    // Then it lasts as long as the page.
  }
  return new Set(kept)
}
