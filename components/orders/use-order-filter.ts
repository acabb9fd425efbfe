'use client'

import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useSettings } from '@/components/app/settings'
import { useSearchState } from '@/components/app/use-search-state'
import {
  type OrderFilter,
  orderFilterSearch,
  parseOrderFilter,
} from '@/lib/client/orders/order-filter'

/** The list's filter, kept in the URL's query string. */
export function useOrderFilter() {
  const { search, change } = useSearchState()
  const { network } = useSettings()
  const filter = useMemo(() => parseOrderFilter(search), [search])
  const shown = useRef(network.name)
  // After a network change, the shareable URL must name the network.
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
