'use client'

import { useCallback, useMemo, useState } from 'react'
import { discardOrder, readDiscarded } from '@/lib/client/orders/discarded'
import type { ShownOrder } from '@/lib/client/orders/shown-order'

/** Leaves out the unsigned orders that their owner has put away in this browser, and puts further ones away. */
export function useKeptOrders(orders: readonly ShownOrder[]) {
  const [discarded, setDiscarded] = useState(readDiscarded)
  const kept = useMemo(
    () =>
      orders.filter(
        ({ uid, signed, status }) => signed || status !== 'open' || !discarded.has(uid),
      ),
    [orders, discarded],
  )
  const discard = useCallback(({ uid }: ShownOrder) => setDiscarded(discardOrder(uid)), [])
  return { kept, discard }
}
