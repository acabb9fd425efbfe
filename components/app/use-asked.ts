'use client'

import { useState } from 'react'
import { useSearchState } from './use-search-state'

/**
 * What the page's address asks for, as it is when this begins to be shown; the server knows it too. A page that is gone
 * back to comes as the server made it, from the address that it had at first.
 */
export function useAsked<N extends string>(names: readonly N[]): { readonly [name in N]?: string } {
  const { search } = useSearchState()
  const [asked] = useState(() =>
    Object.fromEntries(
      names.flatMap((name) => {
        const text = search.get(name)
        return text === null ? [] : [[name, text] as const]
      }),
    ),
  )
  return asked as { readonly [name in N]?: string }
}
