'use client'

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import {
  fetchCandles,
  fetchDatedPrice,
  fetchHolders,
  fetchPools,
  fetchSlippage,
  isMissing,
  type SlippageCase,
  type TokenOf,
} from '@/lib/client/market'
import { candleSpan, type Range } from './candle-span'

// What is shown is asked for again when the API lets it grow old.
const minute = { staleTime: 60_000, refetchInterval: 60_000, refetchOnWindowFocus: true } as const
const twoMinutes = { ...minute, staleTime: 120_000, refetchInterval: 120_000 } as const

const hour = 3_600

/** Most holders and pools that a page shows. */
const maxRows = 100

/** What one whole token is worth in US dollars. */
export function usePrice(of: TokenOf) {
  return useQuery({
    queryKey: ['price', of.network, of.token],
    queryFn: ({ signal }) => fetchDatedPrice(of, { signal }),
    ...minute,
  })
}

/** The candles of a range up to now; while others are awaited, those of the range before, named by it. */
export function useCandles(of: TokenOf, range: Range) {
  return useQuery({
    queryKey: ['candles', of.network, of.token, range],
    queryFn: async ({ signal }) => ({
      ...(await fetchCandles(of, candleSpan(range, Date.now()), { signal })),
      range,
    }),
    ...minute,
    placeholderData: keepPreviousData,
  })
}

/** The last day by the hour, where its ends are all that is shown; asked for once `isWanted`. */
export function useDayCandles(of: TokenOf, isWanted: boolean) {
  return useQuery({
    enabled: isWanted,
    queryKey: ['day-candles', of.network, of.token],
    queryFn: ({ signal }) => {
      const { from, to } = candleSpan('1D', Date.now())
      const start = Math.floor(from / hour) * hour
      const end = Math.ceil(to / hour) * hour
      return fetchCandles(of, { interval: '1h', from: start, to: end }, { signal })
    },
    ...minute,
  })
}

/** The largest holders. */
export function useHolders(of: TokenOf) {
  return useQuery({
    queryKey: ['holders', of.network, of.token],
    queryFn: ({ signal }) => fetchHolders(of, maxRows, { signal }),
    ...minute,
  })
}

/** The pools that hold the token. */
export function usePools(of: TokenOf) {
  return useQuery({
    queryKey: ['pools', of.network, of.token],
    queryFn: ({ signal }) => fetchPools(of, maxRows, { signal }),
    ...minute,
  })
}

/** The slippage of orders of several sizes, in basis points; undefined where there is none to tell. */
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
