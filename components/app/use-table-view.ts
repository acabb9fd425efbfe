'use client'

import { useSearchState } from './use-search-state'

/** Whether a chart is shown as a table too, kept in the page's address. */
export function useTableView() {
  const { search, change } = useSearchState()
  return {
    isOpen: search.get('view') === 'table',
    onOpenChange: (isOpen: boolean) => change({ view: isOpen ? 'table' : '' }),
  }
}
