'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

const chainReads: ReadonlySet<unknown> = new Set([
  'balance',
  'held-balances',
  'readContract',
  'readContracts',
])

/** Reads balances and allowances anew, after something happened on the chain; resolves once they are there. */
export function useRefreshChainReads(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    () => queries.invalidateQueries({ predicate: ({ queryKey }) => chainReads.has(queryKey[0]) }),
    [queries],
  )
}
