import { storedText } from '@/lib/client/stored-text'
import type { Hex } from '@/lib/core/bytes'
import type { ShownOrder } from './shown-order'

const stored = storedText('coincide.discarded-orders')
/** Maximum number kept, oldest out first; unsigned orders expire within a year. */
const maxEntries = 200

/** Returns the orders hidden in this browser. */
export function readDiscarded(): ReadonlySet<Hex> {
  try {
    return new Set(JSON.parse(stored.read() ?? '[]') as Hex[])
  } catch {
    // The storage may contain foreign data.
    return new Set()
  }
}

/** Returns whether an order is hidden: its owner discarded it, and it is still open and unsigned. */
export const isDiscarded = (
  { uid, signed, status }: Pick<ShownOrder, 'uid' | 'signed' | 'status'>,
  discarded: ReadonlySet<Hex>,
): boolean => !signed && status === 'open' && discarded.has(uid)

/** Hides an order in this browser; returns all hidden ones. */
export function discardOrder(uid: Hex): ReadonlySet<Hex> {
  const uids = [...readDiscarded(), uid].slice(-maxEntries)
  stored.write(JSON.stringify(uids))
  return new Set(uids)
}
