import type { OrderView } from '@/lib/client/api'
import { isOpenPart } from '@/lib/client/orders/shown-order'

/** How long an ended order stays visible, in milliseconds. */
const recentMs = 24 * 3_600_000

/** Maximum number of orders shown. */
const maxSlips = 4

/** The orders next to the form, and how many more there are. */
export type RailOrders = {
  readonly shown: readonly OrderView[]
  readonly further: number
}

/**
 * Selects an account's orders to show next to the form: open ones and those of the last day, newest first. If there are
 * too many, open ones take precedence. Open parts of a schedule are shown there.
 */
export function railOrders(views: readonly OrderView[], nowMs: number): RailOrders {
  const recent = views.filter(
    (view) =>
      !isOpenPart(view) && (isOpen(view) || nowMs - Date.parse(view.creationDate) < recentMs),
  )
  const newest = recent.toSorted((a, b) => bornAt(b) - bornAt(a))
  const selected = newest
    .toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a)))
    .slice(0, maxSlips)
  const shown = newest.filter((view) => selected.includes(view))
  return { shown, further: newest.length - shown.length }
}

const bornAt = ({ creationDate }: OrderView) => Date.parse(creationDate)
const isOpen = ({ status }: OrderView) => status === 'open'
