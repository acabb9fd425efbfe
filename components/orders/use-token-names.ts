'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { fetchTokens } from '@/lib/client/api'
import { type Address, toAddress } from '@/lib/core/address'
import { type ShownToken, unknownToken } from './token-amount'

/** Looks up a token on a network, by default the selected one. */
export type NameToken = (address: Address, chainId?: number) => ShownToken

/** Returns a token lookup; undefined until the list has loaded. */
export function useTokenNames(): NameToken | undefined {
  const { network } = useSettings()
  const { data, isError } = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => fetchTokens({ signal }),
    staleTime: 60_000,
  })
  return useMemo(() => {
    // If the list cannot be loaded, show orders without symbols.
    if (!data && !isError) return undefined
    const keyOf = (address: Address, chainId: number) => `${chainId} ${address}`
    const known = new Map(
      (data ?? []).map((token) => {
        const address = toAddress(token.address)
        return [keyOf(address, token.chainId), { ...token, address }]
      }),
    )
    return (address, chainId = network.chainId) =>
      known.get(keyOf(address, chainId)) ?? unknownToken(address)
  }, [data, isError, network.chainId])
}

/** Returns the token lookup of each network; each keeps its identity, so that rows are rendered when they change only. */
export function useNamesOn(
  nameToken: NameToken,
): (chainId: number | undefined) => (address: Address) => ShownToken {
  const { networks } = useSettings().settings
  return useMemo(() => {
    const lookups = new Map(
      networks.map(({ chainId }) => [chainId, (address: Address) => nameToken(address, chainId)]),
    )
    return (chainId) => (chainId === undefined ? nameToken : (lookups.get(chainId) ?? nameToken))
  }, [nameToken, networks])
}
