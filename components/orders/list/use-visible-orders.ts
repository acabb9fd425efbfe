'use client'

import { useCallback, useMemo, useState } from 'react'
import { discardOrder, isDiscarded, readDiscarded } from '@/lib/client/orders/discarded'
import { isOpenPart, type ShownOrder } from '@/lib/client/orders/shown-order'

/**
 * Filters out the unsigned orders that were discarded in this browser, and discards further ones. Open parts of a schedule
 * are shown there, as one.
 */
export function useVisibleOrders(orders: readonly ShownOrder[]) {
  const [discarded, setDiscarded] = useState(readDiscarded)
  const visible = useMemo(
    () => orders.filter((order) => !isDiscarded(order, discarded) && !isOpenPart(order)),
    [orders, discarded],
  )
  const discard = useCallback(({ uid }: ShownOrder) => setDiscarded(discardOrder(uid)), [])
  return { visible, discard }
}
