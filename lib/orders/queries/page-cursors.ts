import { type Context, contextSlot } from '@/lib/context'

/** A page of a list, newest first. */
export type Page = { readonly offset: number; readonly limit: number }

/** Milliseconds for which a page can be continued where it ended. */
const keptMs = 60_000

/** Ends of pages that a process remembers, the newest ones. */
const maxEnds = 10_000

/** Items from the start of a list up to which skipping them costs nothing worth saving. */
const seekFrom = 1_000

type Place = {
  /** Names the list with all its filters, the network included. */
  readonly list: string
  /** Items before the place. */
  readonly offset: number
}

type KnownEnd = { readonly end: unknown; readonly untilMs: number }

const endsOf = (ctx: Context) => contextSlot(ctx, 'page-ends', () => new Map<string, KnownEnd>())
const keyOf = ({ list, offset }: Place) => `${list} ${offset}`

/**
 * Remembers that the first `offset` items of a list end with `end`, so that who reads on page by page
 * finds the next page as fast as the first: it is sought, not counted to. Near the start of a list
 * counting is as fast and also right when the list has grown meanwhile, so nothing is remembered.
 */
export function rememberPageEnd(ctx: Context, place: Place, end: unknown): void {
  if (place.offset < seekFrom) return
  const ends = endsOf(ctx)
  const key = keyOf(place)
  ends.delete(key)
  ends.set(key, { end, untilMs: ctx.now() + keptMs })
  for (const oldest of ends.keys()) {
    if (ends.size <= maxEnds) break
    ends.delete(oldest)
  }
}

/** What {@link rememberPageEnd} was told of the same place within the last minute, if it was. */
export function findPageEnd<T>(ctx: Context, place: Place): T | undefined {
  const known = endsOf(ctx).get(keyOf(place))
  return known && known.untilMs >= ctx.now() ? (known.end as T) : undefined
}
