'use client'

import { useCallback, useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { useSearchState } from '@/components/app/use-search-state'
import { type InboxFilter, inboxFilterSearch, parseInboxFilter } from './inbox-filter'

/** The filter in the page's address, and a function that changes it. */
export function useInboxFilter() {
  const { search, change } = useSearchState()
  const { networks } = useSettings().settings
  const filter = useMemo(() => {
    const chainIds = networks.map(({ chainId }) => chainId)
    return parseInboxFilter(search, chainIds)
  }, [search, networks])
  const setFilter = useCallback((next: InboxFilter) => change(inboxFilterSearch(next)), [change])
  return { filter, setFilter }
}
