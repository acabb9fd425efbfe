'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { fetchTokens } from '@/lib/client/api'
import type { Address } from '@/lib/core/address'
import { type ShownToken, unknownToken } from './token-amount'

/** Names the tokens of the network that is shown; undefined until the list is there. */
export function useTokenNames(): ((address: Address) => ShownToken) | undefined {
  const { network } = useSettings()
  const { data, isError } = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => fetchTokens({ signal }),
    staleTime: 60_000,
  })
  return useMemo(() => {
    // Orders are worth showing without names too.
    if (!data && !isError) return undefined
    const here = (data ?? []).filter((token) => token.chainId === network.chainId)
    const byAddress = new Map(here.map((token) => [token.address, token]))
    return (address) => byAddress.get(address) ?? unknownToken(address)
  }, [data, isError, network.chainId])
}
