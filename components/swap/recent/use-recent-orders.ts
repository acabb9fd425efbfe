'use client'

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import {
  type LiveList,
  liveMs,
  type OrdersOf,
  useLiveOrders,
} from '@/components/orders/use-live-orders'
import { ownFillsKey } from '@/components/tokens/fills/own-fills-key'
import { fetchOrders, fetchOrdersByUids, type OrderView } from '@/lib/client/api'
import {
  allOrders,
  mergeOrders,
  nextPollMs,
  unfetchedOpenOrders,
} from '@/lib/client/orders/order-pages'
import { toShownOrder } from '@/lib/client/orders/shown-order'
import { serverClock } from '@/lib/client/server-clock'
import { recentOrders } from '@/lib/client/swap/recent-orders'
import type { Address } from '@/lib/core/address'

/** Number of newest orders fetched; open ones among them are shown even if there are newer ones. */
const newestOrders = 30

const keyOf = ({ network, owner }: OrdersOf) => ['recent-orders', network, owner]
const live: LiveList = {
  keyOf,
  put: (queries, of, order) => {
    queries.setQueryData<readonly OrderView[]>(
      keyOf(of),
      (known) => known && allOrders(mergeOrders([known], [order])),
    )
    // The chart marks the fills.
    if (order.executedBuyAmount === '0') return
    void queries.invalidateQueries({ queryKey: [ownFillsKey, of.network, of.owner] })
  },
}

/**
 * An account's newest orders, kept current by the event stream or by polling; undefined until they are known. `isAwaited`
 * polls as if one of them were new.
 */
export function useRecentOrders(owner: Address, isAwaited: boolean) {
  const { network } = useSettings()
  const of = useMemo(() => ({ network: network.name, owner }), [network.name, owner])
  const queries = useQueryClient()
  const isLive = useLiveOrders(of, live)
  const { data, isError, refetch } = useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) => readRecent(queries, of, signal),
    refetchInterval: ({ state }) => {
      if (isLive) return liveMs
      const nowMs = serverClock.nowMs()
      const pollMs = nextPollMs((state.data ?? []).map(toShownOrder), nowMs)
      return pollMs === false && isAwaited ? 2_000 : pollMs
    },
  })
  const orders = useMemo(() => data && recentOrders(data).map(toShownOrder), [data])
  const renew = useCallback(() => void refetch(), [refetch])
  return { orders, renew, isFailed: isError && data === undefined }
}

/** Fetches the newest orders, and older ones that were open. */
async function readRecent(queries: QueryClient, of: OrdersOf, signal: AbortSignal) {
  const { network, owner } = of
  const options = { signal, tries: 2 }
  const newest = await fetchOrders(network, { owner, offset: 0, limit: newestOrders }, options)
  const known = queries.getQueryData<readonly OrderView[]>(keyOf(of)) ?? []
  const uids = unfetchedOpenOrders([known], newest)
  const open = uids.length === 0 ? [] : await fetchOrdersByUids(network, uids, options)
  return allOrders(mergeOrders([newest], open))
}
