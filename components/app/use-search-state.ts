'use client'

import { useSearchParams } from 'next/navigation'
import { useState } from 'react'

/** Keeps view state in the page's address, so that it can be linked. */
export type SearchState = {
  readonly search: { get(name: string): string | null }
  readonly change: typeof changeSearch
}

/** The parameters of the page's address; the server knows them too. */
export function useSearchState(): SearchState {
  const search = useSearchParams()
  return { search, change: changeSearch }
}

/** Replaces parameters of the page's address without a history entry; empty ones are removed. */
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

/** Removes a parameter from the page's address; returns a function that puts its value back. */
export function takeParam(name: string): () => void {
  const value = new URLSearchParams(location.search).get(name) ?? ''
  changeSearch({ [name]: '' })
  return () => changeSearch({ [name]: value })
}

/**
 * Returns the address parameters at mount, on the server too. A page restored by the back button renders from its
 * original address.
 */
export function useInitialParams(): Readonly<Record<string, string>> {
  const search = useSearchParams()
  const [params] = useState(() => Object.fromEntries(search))
  return params
}

/** Keeps in the page's address whether a chart also shows its table. */
export function useTableView() {
  const { search, change } = useSearchState()
  return {
    isOpen: search.get('view') === 'table',
    onOpenChange: (isOpen: boolean) => change({ view: isOpen ? 'table' : '' }),
  }
}
