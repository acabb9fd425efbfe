'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import {
  type LiveList,
  liveMs,
  type OrdersOf,
  useLiveOrders,
} from '@/components/orders/use-live-orders'
import { fetchSchedule, fetchSchedules } from '@/lib/client/api'
import { toShownOrder } from '@/lib/client/orders/shown-order'
import { toShownSchedule } from '@/lib/client/schedule/shown-schedule'
import type { Address } from '@/lib/core/address'

/** First element of the keys of all queries about schedules. */
export const schedulesKey = 'schedules'

/** While the event stream is not connected. */
const pollMs = 8_000
/** All open ones and as many ended ones fit. */
const limit = 50

const listKey = ({ network, owner }: OrdersOf) => [schedulesKey, network, owner]

const live: LiveList = {
  keyOf: listKey,
  // A change of one part changes the sums of its schedule.
  put: (queries, of, order) => {
    if (order.schedule !== undefined) void queries.invalidateQueries({ queryKey: listKey(of) })
  },
}

/** The schedules of an account on the selected network, newest first, kept current by the event stream or by polling. */
export function useSchedules(owner: Address) {
  const { network, isSelected } = useSettings()
  const of = useMemo(() => ({ network: network.name, owner }), [network.name, owner])
  const isLive = useLiveOrders(of, live, !isSelected)
  const query = useQuery({
    queryKey: [...listKey(of), 'list'],
    queryFn: async ({ signal }) => {
      const page = { owner, offset: 0, limit }
      return (await fetchSchedules(of.network, page, { signal, tries: 2 })).map(toShownSchedule)
    },
    refetchInterval: isLive ? liveMs : pollMs,
  })
  return { ...query, schedules: query.data ?? [] }
}

/** The parts of a schedule, in the sequence of their times. */
export function useScheduleParts(owner: Address, id: string) {
  const { network } = useSettings()
  const query = useQuery({
    queryKey: [...listKey({ network: network.name, owner }), 'parts', id],
    queryFn: async ({ signal }) => {
      const found = await fetchSchedule(network.name, { owner, schedule: id }, { signal, tries: 2 })
      return found.orders.map(toShownOrder)
    },
    refetchInterval: pollMs,
  })
  return { ...query, parts: query.data ?? [] }
}
