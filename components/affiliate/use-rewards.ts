'use client'

import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Dated } from '@/lib/client/request'
import {
  fetchActivity,
  fetchAffiliateDays,
  fetchAffiliateStats,
  fetchPayouts,
  fetchTraderStats,
  fetchTraders,
  type Page,
} from '@/lib/client/rewards'
import type { Address } from '@/lib/core/address'
import { dateText } from './day-bars'

const halfMinute = {
  staleTime: 30_000,
  refetchInterval: 30_000,
  refetchOnWindowFocus: true,
} as const

const dayMs = 86_400_000
/** Rows per page, the default of the API. */
const pageSize = 50

/** Fetches the lifetime earnings of an affiliate. */
export function useAffiliateStats(wallet: Address) {
  return useQuery({
    queryKey: ['affiliate-stats', wallet],
    queryFn: ({ signal }) => fetchAffiliateStats(wallet, { signal }),
    ...halfMinute,
  })
}

/** Fetches the daily volume of the last `count` days; days without trades are missing. */
export function useAffiliateDays(wallet: Address, count: number) {
  return useQuery({
    queryKey: ['affiliate-days', wallet, count],
    queryFn: ({ signal }) => {
      const now = Date.now()
      const span = { from: dateText(now - (count - 1) * dayMs), to: dateText(now) }
      return fetchAffiliateDays(wallet, span, { signal })
    },
    ...halfMinute,
    placeholderData: keepPreviousData,
  })
}

/** Fetches the affiliate that a wallet is bound to as a trader. */
export function useTraderStats(wallet: Address) {
  return useQuery({
    queryKey: ['trader-stats', wallet],
    queryFn: ({ signal }) => fetchTraderStats(wallet, { signal }),
    ...halfMinute,
    retry: false,
  })
}

/** Fetches the traders of an affiliate, page by page. */
export const useTraders = (wallet: Address) => usePages('affiliate-traders', wallet, fetchTraders)

/** Fetches the payouts of a wallet, page by page. */
export const usePayouts = (wallet: Address) => usePages('affiliate-payouts', wallet, fetchPayouts)

/** Fetches the trades of a trader, newest first, page by page. */
export const useActivity = (wallet: Address) => usePages('trader-activity', wallet, fetchActivity)

type FetchPage<T> = (
  wallet: Address,
  page: Page,
  options: { readonly signal: AbortSignal },
) => Promise<Dated<readonly T[]>>

function usePages<T>(name: string, wallet: Address, fetchPage: FetchPage<T>) {
  return useInfiniteQuery({
    queryKey: [name, wallet],
    queryFn: ({ pageParam, signal }) =>
      fetchPage(wallet, { offset: pageParam, limit: pageSize }, { signal }),
    initialPageParam: 0,
    // A full page implies that there may be another one.
    getNextPageParam: (last, pages) =>
      last.body.length === pageSize ? pages.length * pageSize : undefined,
    ...halfMinute,
  })
}
