'use client'

import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSettings } from '@/components/app/settings'
import { useSearchState } from '@/components/app/use-search-state'
import {
  type OrderFilter,
  orderFilterSearch,
  parseOrderFilter,
} from '@/lib/client/orders/order-filter'

/** The filter of the list as the page's address has it, and how to change it. */
export function useOrderFilter() {
  const { search, change } = useSearchState()
  const { network } = useSettings()
  const filter = useMemo(() => parseOrderFilter(search), [search])
  const shown = useRef(network.name)
  // A link to what is seen names its network too, once another one was chosen.
  useEffect(() => {
    if (shown.current === network.name) return
    shown.current = network.name
    change({ chain: network.name })
  }, [network.name, change])
  const setFilter = useCallback(
    (part: Partial<OrderFilter>) => {
      const now = parseOrderFilter(new URLSearchParams(location.search))
      change(orderFilterSearch({ ...now, ...part }))
    },
    [change],
  )
  return { filter, setFilter }
}
