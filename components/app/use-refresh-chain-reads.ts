'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

const chainReads: ReadonlySet<unknown> = new Set([
  'balance',
  'held-balances',
  'readContract',
  'readContracts',
])

/** Reads balances and allowances anew, after something happened on the chain. */
export function useRefreshChainReads(): () => void {
  const queries = useQueryClient()
  return useCallback(() => {
    void queries.invalidateQueries({ predicate: ({ queryKey }) => chainReads.has(queryKey[0]) })
  }, [queries])
}
