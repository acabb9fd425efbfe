'use client'

import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import {
  type LiveList,
  liveMs,
  type OrdersOf,
  useLiveOrders,
} from '@/components/orders/use-live-orders'
import { fetchOrders, fetchOrdersByUids, type OrderView } from '@/lib/client/api'
import {
  allOrders,
  isContiguous,
  mergeOrders,
  nextOffset,
  nextPollMs,
  type OrderPages,
  unfetchedOpenOrders,
} from '@/lib/client/orders/order-pages'
import { toShownOrder } from '@/lib/client/orders/shown-order'
import { serverClock } from '@/lib/client/server-clock'

/** Page sizes: a small first page renders quickly, large later pages need few requests. */
const firstPage = 50
const laterPage = 500
/** Number of orders loaded automatically, so that tabs can count and filters can search. */
const autoloadedOrders = 2_000
/** Maximum UIDs per lookup, as the API limits it. */
const maxLookup = 128

type Page = { readonly offset: number; readonly limit: number }

const keyOf = ({ network, owner }: OrdersOf) => ['orders', network, owner]
const live: LiveList = {
  keyOf: (of) => ['newest-orders', ...keyOf(of)],
  put: (queries, of, order) => put(queries, of, [order]),
}

/** The longest time between two polls of a network that is not the selected one. */
const otherPollMs = 60_000

/**
 * An account's orders on one network, newest first; older pages load in the background. Kept current by the event stream
 * or by polling; `isOther`: by polling only.
 */
export function useNetworkOrders({ network, owner }: OrdersOf, isOther: boolean) {
  const of = useMemo(() => ({ network, owner }), [network, owner])
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: keyOf(of),
    initialPageParam: { offset: 0, limit: firstPage },
    queryFn: ({ pageParam, signal }) =>
      fetchOrders(of.network, { owner, ...pageParam }, { signal, tries: 2 }),
    getNextPageParam: (last, pages, { limit }) =>
      last.length < limit ? undefined : { offset: nextOffset(pages), limit: laterPage },
    // Loaded pages are updated in place by `put`.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  const orders = useMemo(() => allOrders(query.data?.pages ?? []).map(toShownOrder), [query.data])
  const isLive = useLiveOrders(of, live, isOther)
  const poll = useQuery({
    queryKey: live.keyOf(of),
    queryFn: ({ signal }) => renewOrders(queries, of, signal),
    enabled: query.isSuccess,
    refetchInterval: isLive
      ? liveMs
      : () => nextPollMs(orders, serverClock.nowMs()) || (isOther && otherPollMs),
  })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const canAutoload = orders.length < autoloadedOrders && !isFetchNextPageError
  const { refetch } = poll
  const renew = useCallback(() => void refetch(), [refetch])
  // An event that arrives while a page is in flight may be missing from that page.
  const loadMore = useCallback(() => fetchNextPage().finally(renew), [fetchNextPage, renew])
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && canAutoload) void loadMore()
  }, [hasNextPage, isFetchingNextPage, canAutoload, loadMore])
  return { ...query, orders, renew, loadMore, isOutOfDate: poll.isError }
}

/** Refetches the newest orders and the loaded open ones into the cache. Returns how many were read. */
async function renewOrders(
  queries: QueryClient,
  of: OrdersOf,
  signal: AbortSignal,
): Promise<number> {
  const { network, owner } = of
  const options = { signal, tries: 2 }
  const newest = await fetchOrders(network, { owner, offset: 0, limit: firstPage }, options)
  const pages = queries.getQueryData<InfiniteData<OrderView[], Page>>(keyOf(of))?.pages ?? []
  if (!isContiguous(pages, newest, firstPage)) {
    await queries.resetQueries({ queryKey: keyOf(of) })
    return newest.length
  }
  const uids = unfetchedOpenOrders(pages, newest).slice(0, maxLookup)
  const open = uids.length === 0 ? [] : await fetchOrdersByUids(network, uids, options)
  put(queries, of, [...newest, ...open])
  return newest.length + open.length
}

function put(queries: QueryClient, of: OrdersOf, changed: readonly OrderView[]): void {
  queries.setQueryData<InfiniteData<OrderPages[number], Page>>(
    keyOf(of),
    (data) => data && { ...data, pages: [...mergeOrders(data.pages, changed)] },
  )
}
