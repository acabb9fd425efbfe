'use client'

import { useSearchParams } from 'next/navigation'

/** What a view keeps in the page's address, so that a link leads back to it. */
export type SearchState = {
  readonly search: { get(name: string): string | null }
  readonly change: typeof changeSearch
}

/** The members of the page's address after its question mark; the server knows them too. */
export function useSearchState(): SearchState {
  const search = useSearchParams()
  return { search, change: changeSearch }
}

/** Changes members of the page's address without a step in the history; an empty one is left out. */
function changeSearch(members: Readonly<Record<string, string>>): void {
  const next = new URLSearchParams(location.search)
  for (const [name, value] of Object.entries(members)) {
    if (value === '') next.delete(name)
    else next.set(name, value)
  }
  const text = next.size === 0 ? '' : `?${next}`
  if (text === location.search) return
  history.replaceState(null, '', `${location.pathname}${text}${location.hash}`)
}
