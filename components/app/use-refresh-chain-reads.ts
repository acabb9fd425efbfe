'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'

const chainReads: ReadonlySet<unknown> = new Set([
  'balance',
  'held-balances',
  'readContract',
  'readContracts',
])

/** Refetches balances and allowances after an on-chain change; resolves once they have arrived. */
export function useRefreshChainReads(): () => Promise<void> {
  const queries = useQueryClient()
  return useCallback(
    () => queries.invalidateQueries({ predicate: ({ queryKey }) => chainReads.has(queryKey[0]) }),
    [queries],
  )
}
