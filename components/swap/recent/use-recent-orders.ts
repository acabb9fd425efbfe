'use client'

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { useClock } from '@/components/app/use-now'
import {
  type LiveList,
  liveMs,
  type OrdersOf,
  useLiveOrders,
} from '@/components/orders/use-live-orders'
import { fetchOrders, fetchOrdersByUids, type OrderView } from '@/lib/client/api'
import { allOrders, putOrders, stillUnread } from '@/lib/client/orders/order-pages'
import { nextPollMs } from '@/lib/client/orders/poll'
import { toShownOrder } from '@/lib/client/orders/shown-order'
import { serverClock } from '@/lib/client/server-clock'
import { railOrders } from '@/lib/client/swap/rail-orders'
import type { Address } from '@/lib/core/address'

/** Number of newest orders fetched. */
const newestOrders = 30
const minuteMs = 60_000

const keyOf = ({ network, owner }: OrdersOf) => ['recent-orders', network, owner]
const live: LiveList = {
  keyOf,
  put: (queries, of, order) => {
    queries.setQueryData<readonly OrderView[]>(
      keyOf(of),
      (known) => known && allOrders(putOrders([known], [order])),
    )
    queries.setQueryData(['order', of.network, order.uid], order)
  },
}

/** Fetches an account's open orders among its newest ones, and those of the last day. */
export function useRecentOrders(owner: Address) {
  const { network } = useSettings()
  const of = useMemo(() => ({ network: network.name, owner }), [network.name, owner])
  const queries = useQueryClient()
  const isLive = useLiveOrders(of, live)
  const { data, refetch } = useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) => readRecent(queries, of, signal),
    refetchInterval: ({ state }) =>
      isLive ? liveMs : nextPollMs((state.data ?? []).map(toShownOrder), serverClock.nowMs()),
  })
  // Orders older than a day disappear within a minute.
  const minute = useClock((nowMs) => Math.floor((nowMs || Date.now()) / minuteMs))
  const rail = useMemo(() => railOrders(data ?? [], minute * minuteMs), [data, minute])
  const orders = useMemo(() => rail.shown.map(toShownOrder), [rail])
  return { ...rail, orders, isKnown: data !== undefined, renew: () => void refetch() }
}

/** Fetches the newest orders, and older ones that were open. */
async function readRecent(queries: QueryClient, of: OrdersOf, signal: AbortSignal) {
  const { network, owner } = of
  const options = { signal, tries: 2 }
  const newest = await fetchOrders(network, { owner, offset: 0, limit: newestOrders }, options)
  const known = queries.getQueryData<readonly OrderView[]>(keyOf(of)) ?? []
  const uids = stillUnread([known], newest)
  const open = uids.length === 0 ? [] : await fetchOrdersByUids(network, uids, options)
  return allOrders(putOrders([newest], open))
}
