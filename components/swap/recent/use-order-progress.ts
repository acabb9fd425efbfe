'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import type { OrderView } from '@/lib/client/api'
import { call } from '@/lib/client/call'
import { nextPollMs } from '@/lib/client/orders/order-pages'
import { serverClock } from '@/lib/client/server-clock'
import type { Outcome } from '@/lib/client/swap/order-outcome'
import {
  isFurtherOn,
  type OrderStage,
  offersOf,
  orderStage,
} from '@/lib/client/swap/order-progress'
import type { SwapOrder } from '@/lib/client/swap/place-swap'

type Known = { readonly status: Outcome['status']; readonly view: OrderView | undefined }

/** An open order's progress to settlement, and the number of solvers that bid on it. */
export function useOrderProgress({ uid, network }: SwapOrder, { status, view }: Known) {
  const isOpen = status === 'open'
  const { data } = useQuery({
    queryKey: ['order-progress', network.name, uid, isOpen],
    queryFn: ({ signal }) =>
      call('readOrderStatus', { network: network.name, params: { uid } }, { signal, tries: 1 }),
    enabled: isOpen || status === 'fulfilled',
    refetchInterval: () => orderPollMs(view),
    retry: false,
  })
  return { stage: useReadable(orderStage(status, data)), offers: offersOf(data) }
}

/** Polling interval; an unknown order is new. */
export function orderPollMs(view: OrderView | undefined): number | false {
  const nowMs = serverClock.nowMs()
  const { status, createdAt } = view
    ? { status: view.status, createdAt: new Date(view.creationDate) }
    : { status: 'open' as const, createdAt: new Date(nowMs) }
  return nextPollMs([{ status, createdAt }], nowMs)
}

/** Minimum display time of a step, in milliseconds. */
const readMs = 5_000

/** Delays step changes for readability, unless the order advances. */
function useReadable(stage: OrderStage): OrderStage {
  const [shown, setShown] = useState(stage)
  const sinceMs = useRef(0)
  const isFurther = isFurtherOn(stage, shown)
  useEffect(() => {
    if (stage === shown) return
    const waitMs = isFurther ? 0 : sinceMs.current + readMs - performance.now()
    const timer = setTimeout(() => {
      sinceMs.current = performance.now()
      setShown(stage)
    }, waitMs)
    return () => clearTimeout(timer)
  }, [stage, shown, isFurther])
  return isFurther ? stage : shown
}
