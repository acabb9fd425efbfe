'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDue } from '@/components/app/use-due'
import {
  fetchCandles,
  fetchDatedPrice,
  fetchHolders,
  fetchPools,
  fetchSlippage,
  fetchTokenMarkets,
  isMissing,
  type SlippageCase,
  type TokenOf,
} from '@/lib/client/market'
import { candleSpan, type Range } from './candle-span'
import { priceKey } from './price-key'

// Refetch intervals follow the API's cache lifetimes.
const minute = { staleTime: 60_000, refetchInterval: 60_000, refetchOnWindowFocus: true } as const
const twoMinutes = { ...minute, staleTime: 120_000, refetchInterval: 120_000 } as const

/** Maximum number of holders and pools requested. */
export const maxRows = 100

/** How far below the window a section is loaded. */
const lookahead = '25%'

/** Returns whether a section may load: the data of those further below would delay the first view. */
export const useSectionDue = () => useDue(lookahead)

/** Whether to load; until then the answer is pending. */
type Due = { readonly isDue: boolean }

/** Loads the price of one whole token in US dollars. */
export function usePrice(of: TokenOf) {
  return useQuery({
    queryKey: priceKey(of),
    queryFn: ({ signal }) => fetchDatedPrice(of, { signal }),
    ...minute,
  })
}

/** Loads the candles of a range. While a new range loads, returns the previous candles with their own `range`. */
export function useCandles(of: TokenOf, range: Range, { isDue }: Due = { isDue: true }) {
  return useQuery({
    queryKey: ['candles', of.network, of.token, range],
    enabled: isDue,
    queryFn: async ({ signal }) => ({
      ...(await fetchCandles(of, candleSpan(range, Date.now()), { signal })),
      range,
    }),
    ...minute,
    placeholderData: keepPreviousData,
  })
}

/** Loads the market figures of a network's listed tokens. */
export function useTokenMarkets(network: string) {
  return useQuery({
    queryKey: ['token-markets', network],
    queryFn: ({ signal }) => fetchTokenMarkets(network, { signal }),
    ...minute,
  })
}

/** Loads the largest holders. */
export function useHolders(of: TokenOf, { isDue }: Due) {
  return useQuery({
    queryKey: ['holders', of.network, of.token],
    enabled: isDue,
    queryFn: ({ signal }) => fetchHolders(of, maxRows, { signal }),
    ...minute,
  })
}

/** Loads the pools that hold the token. */
export function usePools(of: TokenOf, { isDue }: Due) {
  return useQuery({
    queryKey: ['pools', of.network, of.token],
    enabled: isDue,
    queryFn: ({ signal }) => fetchPools(of, maxRows, { signal }),
    ...minute,
  })
}

/** Loads the slippage tolerance per order, in basis points; undefined on a 404. */
export function useSlippages(of: TokenOf, orders: readonly (SlippageCase | undefined)[]) {
  const sizes = orders.map((order) => order && `${order.kind} ${order.atoms} ${order.other}`)
  return useQuery({
    queryKey: ['slippages', of.network, of.token, sizes],
    queryFn: async ({ signal }) => {
      const answers = await Promise.all(
        orders.map((order) => order && fetchSlippage(of, order, { signal }).catch(noneOf)),
      )
      const times = answers.flatMap((answer) => answer?.asOfMs ?? [])
      return {
        bps: answers.map((answer) => answer?.body.slippageBps),
        asOfMs: times.length === 0 ? undefined : Math.min(...times),
      }
    },
    enabled: orders.length > 0,
    ...twoMinutes,
    placeholderData: keepPreviousData,
  })
}

function noneOf(error: unknown): undefined {
  if (!isMissing(error)) throw error
}
