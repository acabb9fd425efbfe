'use client'

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { call } from '@/lib/client/call'
import { nextPollMs } from '@/lib/client/orders/order-pages'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { serverClock } from '@/lib/client/server-clock'
import {
  isFurtherOn,
  type OrderStage,
  offersOf,
  orderStage,
} from '@/lib/client/swap/order-progress'

/** An order's way to its settlement. */
export type OrderProgress = {
  readonly stage: OrderStage
  /** Number of solvers that bid on it. */
  readonly offers: number
  /** When a winner was seen; undefined if this page did not see it. */
  readonly chosenAt: Date | undefined
}

/** Follows an open order's progress to settlement; one that the service does not know yet is about to be scheduled. */
export function useOrderProgress(order: ShownOrder, isKnown: boolean): OrderProgress {
  const { uid, status } = order
  const { name: network } = useSettings().network
  const isOpen = status === 'open'
  const { data } = useQuery({
    queryKey: ['order-progress', network, uid, isOpen],
    queryFn: ({ signal }) =>
      call('readOrderStatus', { network, params: { uid } }, { signal, tries: 1 }),
    enabled: isKnown && isOpen && order.signed,
    refetchInterval: () => nextPollMs([order], serverClock.nowMs()),
    retry: false,
  })
  const stage = useReadable(orderStage(status, data))
  return { stage, offers: offersOf(data), chosenAt: useTimeOf(stage === 'chosen') }
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

/** When something became true, by the service's clock. */
function useTimeOf(isTrue: boolean): Date | undefined {
  const [time, setTime] = useState<Date>()
  useEffect(() => {
    if (isTrue) setTime((before) => before ?? new Date(serverClock.nowMs()))
  }, [isTrue])
  return time
}
