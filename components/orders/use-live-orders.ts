'use client'

import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followAccount } from '@/lib/client/account-stream'
import type { OrderView } from '@/lib/client/api'
import type { Address } from '@/lib/core/address'

/** Poll interval while the event stream is connected, in milliseconds. */
export const liveMs = 60_000

/** An owner's orders on one network. */
export type OrdersOf = { readonly network: string; readonly owner: Address }

/** How to update a cached order list. Must keep its identity across renders. */
export type LiveList = {
  /** The query to invalidate when the stream starts: changes before that were not received. */
  readonly keyOf: (of: OrdersOf) => QueryKey
  /** Upserts the current state of an order into the cache. */
  readonly put: (queries: QueryClient, of: OrdersOf, order: OrderView) => void
}

/**
 * Applies an account's order events to a cached list, unless it is polled only. Returns whether the event stream is
 * connected.
 */
export function useLiveOrders(of: OrdersOf, list: LiveList, isPolled = false): boolean {
  const queries = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  useEffect(() => {
    if (isPolled) return
    return followAccount(
      { network: of.network, account: of.owner },
      {
        onStart: () => {
          setIsLive(true)
          void queries.invalidateQueries({ queryKey: list.keyOf(of) })
        },
        onOrder: (order) => list.put(queries, of, order),
        onLost: () => setIsLive(false),
      },
    )
  }, [of, list, queries, isPolled])
  return isLive && !isPolled
}
