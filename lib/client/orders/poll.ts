import type { ShownOrder } from './shown-order'

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
