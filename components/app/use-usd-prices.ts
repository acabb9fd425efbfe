'use client'

import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchUsdPrice } from '@/lib/client/api'
import { type Address, asErc20, toAddress } from '@/lib/core/address'
import { useSettings } from './settings'

const minuteMs = 60_000

/** What a whole token of the network that is shown is worth in US dollars; undefined while that is not known. */
export type PriceOf = (token: Address) => number | undefined

/** What whole tokens are worth in US dollars, as far as that is known; the native one as its wrapped form. */
export const useUsdPrices = (tokens: readonly Address[]): PriceOf =>
  useAwaitedUsdPrices(tokens).priceOf

/** The same, and whether some of them have not been told yet. */
export function useAwaitedUsdPrices(tokens: readonly Address[]): {
  readonly priceOf: PriceOf
  readonly isAwaited: boolean
} {
  const { network } = useSettings()
  const { name } = network
  const wrappedNative = toAddress(network.wrappedNative)
  const addresses = [...new Set(tokens.map((token) => asErc20(token, { wrappedNative })))]
  const { prices, isAwaited } = useQueries({
    queries: addresses.map((address) => ({
      queryKey: ['usd-price', name, address],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        fetchUsdPrice(name, address, { signal }),
      staleTime: minuteMs,
      refetchInterval: minuteMs,
      retry: false,
    })),
    combine: (answers) => ({
      prices: JSON.stringify(
        addresses.flatMap((address, index) => {
          const price = answers[index]?.data
          return price === undefined ? [] : [[address, price]]
        }),
      ),
      isAwaited: answers.some(({ isPending }) => isPending),
    }),
  })
  const priceOf = useMemo<PriceOf>(() => {
    const known = new Map(JSON.parse(prices) as [Address, number][])
    return (token) => known.get(asErc20(token, { wrappedNative }))
  }, [prices, wrappedNative])
  return { priceOf, isAwaited }
}
