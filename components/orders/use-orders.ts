'use client'

import {
  type InfiniteData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useCallback, useEffect, useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { fetchOrders, fetchOrdersByUids, type OrderView } from '@/lib/client/api'
import {
  allOrders,
  followsOn,
  nextOffset,
  type OrderPages,
  putOrders,
  stillUnread,
} from '@/lib/client/orders/order-pages'
import { nextPollMs } from '@/lib/client/orders/poll'
import { toShownOrder } from '@/lib/client/orders/shown-order'
import { serverClock } from '@/lib/client/server-clock'
import type { Address } from '@/lib/core/address'
import { type LiveList, liveMs, type OrdersOf, useLiveOrders } from './use-live-orders'

/** Few at first, so that they are there at once; then many, so that they are all there soon. */
const firstPage = 50
const laterPage = 500
/** Orders that are loaded without being asked for, so that tabs can count and filters find. */
const unaskedOrders = 2_000
/** Uids that one lookup may name. */
const maxLookup = 128

type Page = { readonly offset: number; readonly limit: number }

const keyOf = ({ network, owner }: OrdersOf) => ['orders', network, owner]
const live: LiveList = {
  keyOf: (of) => ['newest-orders', ...keyOf(of)],
  put: (queries, of, order) => put(queries, of, [order]),
}

/**
 * An account's orders on the network that is shown, newest first, as the service tells of them; older pages are
 * loaded behind the first one.
 */
export function useOrders(owner: Address) {
  const { network: shown } = useSettings()
  const of = useMemo(() => ({ network: shown.name, owner }), [shown.name, owner])
  const queries = useQueryClient()
  const query = useInfiniteQuery({
    queryKey: keyOf(of),
    initialPageParam: { offset: 0, limit: firstPage },
    queryFn: ({ pageParam, signal }) =>
      fetchOrders(of.network, { owner, ...pageParam }, { signal, tries: 2 }),
    getNextPageParam: (last, pages, { limit }) =>
      last.length < limit ? undefined : { offset: nextOffset(pages), limit: laterPage },
    // What is loaded is renewed piece by piece.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnReconnect: false,
  })
  const orders = useMemo(() => allOrders(query.data?.pages ?? []).map(toShownOrder), [query.data])
  const isLive = useLiveOrders(of, live)
  const poll = useQuery({
    queryKey: live.keyOf(of),
    queryFn: ({ signal }) => renewOrders(queries, of, signal),
    enabled: query.isSuccess,
    refetchInterval: isLive ? liveMs : () => nextPollMs(orders, serverClock.nowMs()),
  })
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, fetchNextPage } = query
  const isUnasked = orders.length < unaskedOrders && !isFetchNextPageError
  const { refetch } = poll
  const renew = useCallback(() => void refetch(), [refetch])
  // What was told while a page was on its way is not in what came with it.
  const loadMore = useCallback(() => fetchNextPage().finally(renew), [fetchNextPage, renew])
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && isUnasked) void loadMore()
  }, [hasNextPage, isFetchingNextPage, isUnasked, loadMore])
  return { ...query, orders, renew, loadMore, isOutOfDate: poll.isError }
}

/** Reads the newest orders and those that are open, and puts them into what is loaded. */
async function renewOrders(
  queries: QueryClient,
  of: OrdersOf,
  signal: AbortSignal,
): Promise<number> {
  const { network, owner } = of
  const options = { signal, tries: 2 }
  const newest = await fetchOrders(network, { owner, offset: 0, limit: firstPage }, options)
  const pages = queries.getQueryData<InfiniteData<OrderView[], Page>>(keyOf(of))?.pages ?? []
  if (!followsOn(pages, newest, firstPage)) {
    await queries.resetQueries({ queryKey: keyOf(of) })
    return newest.length
  }
  const uids = stillUnread(pages, newest).slice(0, maxLookup)
  const open = uids.length === 0 ? [] : await fetchOrdersByUids(network, uids, options)
  put(queries, of, [...newest, ...open])
  return newest.length + open.length
}

function put(queries: QueryClient, of: OrdersOf, news: readonly OrderView[]): void {
  queries.setQueryData<InfiniteData<OrderPages[number], Page>>(
    keyOf(of),
    (data) => data && { ...data, pages: [...putOrders(data.pages, news)] },
  )
}
