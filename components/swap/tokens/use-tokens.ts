'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { fetchTokens, fetchUsdPrice } from '@/lib/client/api'
import { selectableTokens, type Token } from '@/lib/client/swap/tokens'
import { type Address, nativeToken } from '@/lib/core/address'
import { useStoredTokens } from './use-stored-tokens'

/** The token list of the current network, with imported tokens. */
export type Tokens = {
  readonly all: readonly Token[]
  readonly find: (address: Address | undefined) => Token | undefined
  readonly status: 'loading' | 'ready' | 'failed'
  readonly reload: () => void
}

/** Maximum duration of retries for the list, in milliseconds. */
const maxWaitMs = 6_000

/** Fetches the tokens of the current network. */
export function useTokens(): Tokens {
  const { network } = useSettings()
  const { imported } = useStoredTokens().stored
  const { data, isError, isFetching, refetch } = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) =>
      fetchTokens({ signal: AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)]) }),
    staleTime: 60_000,
    retry: false,
  })
  return useMemo(() => {
    const all = selectableTokens(network, data ?? [], imported)
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

/** Returns a whole token's price in US dollars; undefined while unknown or without a price. */
export const useUsdPrice = (token: Address | undefined): number | undefined =>
  useKnownPrice(token).price

/** A price in US dollars, and whether it is pending. */
export type KnownPrice = { readonly price: number | undefined; readonly isLoading: boolean }

/** Returns a whole token's price in US dollars, as far as known. */
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
