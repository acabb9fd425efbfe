import type { OrderView } from '@/lib/client/api'

/** How long an order that is over stays in sight. */
const keptMs = 24 * 3_600_000

/** Orders whose slips are shown at most. */
const maxSlips = 4

/** The orders beside the form, and how many more there are. */
export type RailOrders = {
  readonly shown: readonly OrderView[]
  readonly further: number
}

/**
 * The orders of an account to show beside the form: the open ones and those of the last day, newest first. Where
 * there are too many, open ones come before others.
 */
export function railOrders(views: readonly OrderView[], nowMs: number): RailOrders {
  const recent = views.filter(
    ({ status, creationDate }) => status === 'open' || nowMs - Date.parse(creationDate) < keptMs,
  )
  const newest = recent.toSorted((a, b) => bornAt(b) - bornAt(a))
  const kept = newest.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a))).slice(0, maxSlips)
  const shown = newest.filter((view) => kept.includes(view))
  return { shown, further: newest.length - shown.length }
}

const bornAt = ({ creationDate }: OrderView) => Date.parse(creationDate)
const isOpen = ({ status }: OrderView) => status === 'open'
