'use client'

import { useCallback, useMemo, useState } from 'react'
import { discardOrder, isPutAway, readDiscarded } from '@/lib/client/orders/discarded'
import type { ShownOrder } from '@/lib/client/orders/shown-order'

/** Leaves out the unsigned orders that their owner has put away in this browser, and puts further ones away. */
export function useKeptOrders(orders: readonly ShownOrder[]) {
  const [discarded, setDiscarded] = useState(readDiscarded)
  const kept = useMemo(
    () => orders.filter((order) => !isPutAway(order, discarded)),
    [orders, discarded],
  )
  const discard = useCallback(({ uid }: ShownOrder) => setDiscarded(discardOrder(uid)), [])
  return { kept, discard }
}
