'use client'

import { useSearchState } from './use-search-state'

/** Keeps in the page's address whether a chart also shows its table. */
export function useTableView() {
  const { search, change } = useSearchState()
  return {
    isOpen: search.get('view') === 'table',
    onOpenChange: (isOpen: boolean) => change({ view: isOpen ? 'table' : '' }),
  }
}
