import { groupBy } from '@/lib/core/group-by'
import { localDay } from './order-filter'

/** What a list is grouped by: one order, or several that stand for one row. */
type Dated = { readonly status: string; readonly createdAt: Date }

/** Rows under one heading: open ones first, then one group per day of the user's zone. */
export type OrderGroup<T> = {
  readonly kind: 'open' | 'today' | 'yesterday' | 'day'
  /** Of a day: any time in it. */
  readonly day: Date
  readonly items: readonly T[]
}

/** Groups rows, newest first. */
export function groupOrders<T extends Dated>(
  items: readonly T[],
  now: Date,
): readonly OrderGroup<T>[] {
  const open = items.filter(({ status }) => status === 'open')
  const ended = items.filter(({ status }) => status !== 'open')
  const today = localDay(now)
  const yesterday = localDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1))
  const days = [...groupBy(ended, ({ createdAt }) => localDay(createdAt))].map(
    ([day, list]): OrderGroup<T> => ({
      kind: day === today ? 'today' : day === yesterday ? 'yesterday' : 'day',
      day: list[0]?.createdAt ?? now,
      items: list,
    }),
  )
  return open.length === 0 ? days : [{ kind: 'open', day: now, items: open }, ...days]
}
