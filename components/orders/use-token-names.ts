'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { fetchTokens } from '@/lib/client/api'
import { type Address, toAddress } from '@/lib/core/address'
import { type ShownToken, unknownToken } from './token-amount'

/** Returns a token lookup for the selected network; undefined until the list has loaded. */
export function useTokenNames(): ((address: Address) => ShownToken) | undefined {
  const { network } = useSettings()
  const { data, isError } = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => fetchTokens({ signal }),
    staleTime: 60_000,
  })
  return useMemo(() => {
    // If the list cannot be loaded, show orders without symbols.
    if (!data && !isError) return undefined
    const here = (data ?? []).filter((token) => token.chainId === network.chainId)
    const byAddress = new Map(
      here.map((token) => {
        const address = toAddress(token.address)
        return [address, { ...token, address }]
      }),
    )
    return (address) => byAddress.get(address) ?? unknownToken(address)
  }, [data, isError, network.chainId])
}
