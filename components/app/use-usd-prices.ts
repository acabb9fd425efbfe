'use client'

import { useQueries } from '@tanstack/react-query'
import { useMemo } from 'react'
import { fetchUsdPrice } from '@/lib/client/api'
import { type Address, asErc20, toAddress } from '@/lib/core/address'
import { useSettings } from './settings'

/** Refetch interval: dollar values are for orientation only. */
const minuteMs = 60_000

/** Price of one whole token on the current network in US dollars; undefined while unknown. */
export type PriceOf = (token: Address) => number | undefined

/**
 * Fetches the prices of whole tokens in US dollars, as far as known; the native token has the price of its wrapped
 * form.
 */
export const useUsdPrices = (tokens: readonly Address[]): PriceOf =>
  useAwaitedUsdPrices(tokens).priceOf

/** Fetches the prices, and reports whether some are still pending. */
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
