'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { fetchTokens, fetchUsdPrice } from '@/lib/client/api'
import { offerTokens, type Token } from '@/lib/client/swap/tokens'
import type { Address } from '@/lib/core/address'
import { nativeToken } from '@/lib/core/address'
import { useKeptTokens } from './use-kept-tokens'

/** The tokens that the network shown offers, with those that were added by hand. */
export type Tokens = {
  readonly all: readonly Token[]
  readonly find: (address: Address | undefined) => Token | undefined
  readonly status: 'loading' | 'ready' | 'failed'
  readonly reload: () => void
}

/** How long the list is tried for, in milliseconds. */
const longestWaitMs = 6_000

/** The tokens of the network that is shown. */
export function useTokens(): Tokens {
  const { network } = useSettings()
  const { imported } = useKeptTokens().kept
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) =>
      fetchTokens({ signal: AbortSignal.any([signal, AbortSignal.timeout(longestWaitMs)]) }),
    staleTime: 60_000,
    retry: false,
  })
  return useMemo(() => {
    const all = offerTokens(network, data ?? [], imported)
    const byAddress = new Map(all.map((token) => [token.address, token]))
    const failed = isError && !isFetching ? 'failed' : 'loading'
    return {
      all,
      find: (address) => address && byAddress.get(address),
      status: data ? 'ready' : failed,
      reload: () => void refetch(),
    }
  }, [network, data, imported, isError, isFetching, refetch])
}

/** What a whole token is worth in US dollars; undefined while unknown or where nobody knows. */
export const useUsdPrice = (token: Address | undefined): number | undefined =>
  useKnownPrice(token).price

/** A price in US dollars, and whether it is still on its way. */
export type KnownPrice = { readonly price: number | undefined; readonly isLoading: boolean }

/** What a whole token is worth in US dollars, as far as that is known. */
export function useKnownPrice(token: Address | undefined): KnownPrice {
  const { network } = useSettings()
  const address = token === nativeToken ? network.wrappedNative : token
  const { data: price, isLoading } = useQuery({
    queryKey: ['usd-price', network.name, address],
    queryFn: ({ signal }) => fetchUsdPrice(network.name, address as Address, { signal }),
    enabled: address !== undefined,
    staleTime: 60_000,
    refetchInterval: 60_000,
    retry: false,
  })
  return { price, isLoading }
}
