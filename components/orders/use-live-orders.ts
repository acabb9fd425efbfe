'use client'

import { type QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { followAccount } from '@/lib/client/account-stream'
import type { OrderView } from '@/lib/client/api'
import type { Address } from '@/lib/core/address'

/** How often orders are asked for while the service tells of each change by itself. */
export const liveMs = 60_000

/** Whose orders, and on which network. */
export type OrdersOf = { readonly network: string; readonly owner: Address }

/** What is kept of an account's orders; the same object with each render. */
export type LiveList = {
  /** The query that is asked anew when the stream begins: something may have happened before. */
  readonly keyOf: (of: OrdersOf) => QueryKey
  /** Puts an order as it is now into what was read. */
  readonly put: (queries: QueryClient, of: OrdersOf, order: OrderView) => void
}

/** Puts what the service tells of an account's orders into a list; whether it tells of them now. */
export function useLiveOrders(of: OrdersOf, list: LiveList): boolean {
  const queries = useQueryClient()
  const [isLive, setIsLive] = useState(false)
  useEffect(
    () =>
      followAccount(
        { network: of.network, account: of.owner },
        {
          onStart: () => {
            setIsLive(true)
            void queries.invalidateQueries({ queryKey: list.keyOf(of) })
          },
          onOrder: (order) => list.put(queries, of, order),
          onLost: () => setIsLive(false),
        },
      ),
    [of, list, queries],
  )
  return isLive
}
