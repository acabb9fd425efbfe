import type { OrderView } from '@/lib/client/api'
import type { ShownOrder } from './shown-order'

/** Loaded pages of orders, newest first. */
export type OrderPages = readonly (readonly OrderView[])[]

/**
 * Merges current orders into the loaded pages: known ones in place, new ones in front. An order moves down when newer
 * ones arrive, so it may occur in two pages.
 */
export function mergeOrders(pages: OrderPages, news: readonly OrderView[]): OrderPages {
  const byUid = new Map(news.map((view) => [view.uid, view]))
  const renewed = pages.map((page) => page.map((view) => byUid.get(view.uid) ?? view))
  const known = new Set(pages.flat().map(({ uid }) => uid))
  const added = news.filter(({ uid }) => !known.has(uid)).toSorted(newestFirst)
  const [first = [], ...others] = renewed
  return [[...added, ...first], ...others]
}

/** All orders of the pages, each once, newest first. */
export function allOrders(pages: OrderPages): readonly OrderView[] {
  const byUid = new Map(pages.flat().map((view) => [view.uid, view]))
  return [...byUid.values()].toSorted(newestFirst)
}

/** Offset of the next page: the number of loaded orders, regardless of new ones. */
export function nextOffset(pages: OrderPages): number {
  return new Set(pages.flat().map(({ uid }) => uid)).size
}

/** Returns whether the newest orders adjoin the loaded ones; otherwise some in between are missing. */
export function isContiguous(
  pages: OrderPages,
  newest: readonly OrderView[],
  limit: number,
): boolean {
  if (newest.length < limit) return true
  const known = new Set(pages.flat().map(({ uid }) => uid))
  return newest.some(({ uid }) => known.has(uid))
}

/** Open loaded orders that are not among those just fetched. */
export function unfetchedOpenOrders(
  pages: OrderPages,
  read: readonly OrderView[],
): readonly string[] {
  const seen = new Set(read.map(({ uid }) => uid))
  const open = allOrders(pages).filter(({ uid, status }) => status === 'open' && !seen.has(uid))
  return open.map(({ uid }) => uid)
}

/** While an order is younger than this, a fill is likely soon. */
const freshMs = 120_000

/** Milliseconds until orders are fetched again: shorter while one is new; false once all have ended. */
export function nextPollMs(
  orders: readonly Pick<ShownOrder, 'status' | 'createdAt'>[],
  nowMs: number,
): number | false {
  const open = orders.filter((order) => order.status === 'open')
  if (open.length === 0) return false
  const isFresh = open.some((order) => nowMs - order.createdAt.getTime() < freshMs)
  return isFresh ? 2_000 : 15_000
}

function newestFirst(one: OrderView, other: OrderView): number {
  return Date.parse(other.creationDate) - Date.parse(one.creationDate)
}
