import type { OrderView } from '@/lib/client/api'
import { isOpenPart } from '@/lib/client/orders/shown-order'

/** Maximum number of orders shown. */
const maxShown = 6

/**
 * Selects an account's orders to show below the form: the newest ones, newest first. If there are too many, open ones take
 * precedence. Open parts of a schedule are shown there.
 */
export function recentOrders(views: readonly OrderView[]): readonly OrderView[] {
  const newest = views.filter((view) => !isOpenPart(view)).toSorted((a, b) => bornAt(b) - bornAt(a))
  const selected = new Set(
    newest.toSorted((a, b) => Number(isOpen(b)) - Number(isOpen(a))).slice(0, maxShown),
  )
  return newest.filter((view) => selected.has(view))
}

const bornAt = ({ creationDate }: OrderView) => Date.parse(creationDate)
const isOpen = ({ status }: OrderView) => status === 'open'
