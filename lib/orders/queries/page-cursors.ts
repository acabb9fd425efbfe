import { type Context, defineSlot } from '@/lib/context'

/** A page of a list, newest first. */
export type Page = { readonly offset: number; readonly limit: number }

/** Lifetime of a page cursor in milliseconds: clients that walk a list ask for the next page within seconds. */
const cursorMs = 60_000

/** Maximum number of page cursors per process, to bound memory; the oldest are evicted. */
const maxCursors = 10_000

/** Offset below which skipping rows is cheap enough without a cursor. */
const seekFrom = 1_000

type Position = {
  /** Identifies the list, with all filters and the network. */
  readonly list: string
  /** Number of items before the position. */
  readonly offset: number
}

type StoredCursor = { readonly end: unknown; readonly untilMs: number }

const cursorsOf = defineSlot('orders/page-cursors', () => new Map<string, StoredCursor>())
const keyOf = ({ list, offset }: Position) => `${list} ${offset}`

/**
 * Stores the key of the last item before `offset`, so that the next page is read by keyset pagination. Near the start
 * of a list an offset is as fast, and stays correct when the list grows, so no cursor is stored.
 */
export function savePageCursor(ctx: Context, place: Position, end: unknown): void {
  if (place.offset < seekFrom) return
  const cursors = cursorsOf(ctx)
  const key = keyOf(place)
  cursors.delete(key)
  cursors.set(key, { end, untilMs: ctx.now() + cursorMs })
  for (const oldest of cursors.keys()) {
    if (cursors.size <= maxCursors) break
    cursors.delete(oldest)
  }
}

/** Returns the key that {@link savePageCursor} stored for this position within the last minute, if any. */
export function findPageCursor<T>(ctx: Context, place: Position): T | undefined {
  const known = cursorsOf(ctx).get(keyOf(place))
  return known && known.untilMs >= ctx.now() ? (known.end as T) : undefined
}
