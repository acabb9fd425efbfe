'use client'

import { useInfiniteQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { fetchOrders } from '@/lib/client/api'
import type { Address } from '@/lib/core/address'
import { nextPollMs } from './poll'
import { toShownOrder } from './shown-order'

const pageSize = 50

/** An account's orders on the network that is shown, newest first, as fresh as they may change. */
export function useOrders(owner: Address) {
  const { network } = useSettings()
  const query = useInfiniteQuery({
    queryKey: ['orders', network.name, owner],
    initialPageParam: 0,
    queryFn: ({ pageParam: offset, signal }) =>
      fetchOrders(network.name, { owner, offset, limit: pageSize }, { signal, tries: 2 }),
    getNextPageParam: (last, _pages, offset) =>
      last.length < pageSize ? undefined : offset + pageSize,
    refetchInterval: ({ state }) =>
      nextPollMs((state.data?.pages ?? []).flat().map(toShownOrder), Date.now()),
  })
  const orders = useMemo(() => {
    // A new order moves the others down, so that one may arrive with two pages.
    const views = new Map((query.data?.pages ?? []).flat().map((view) => [view.uid, view]))
    return [...views.values()].map(toShownOrder)
  }, [query.data])
  return { ...query, orders }
}
