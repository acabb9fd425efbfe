'use client'

import { useEffect, useState } from 'react'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { serverClock } from '@/lib/client/server-clock'

/** The longest that browsers wait. */
const longestMs = 2 ** 31 - 1

/** Unix seconds by the service's clock; others as soon as the next open order has come to its end. */
export function useEndingTime(orders: readonly Pick<ShownOrder, 'status' | 'validTo'>[]): number {
  const [nowSeconds, setNowSeconds] = useState(readSeconds)
  const ends = orders.flatMap(({ status, validTo }) =>
    status === 'open' && validTo >= nowSeconds ? [validTo] : [],
  )
  const next = Math.min(...ends)
  // biome-ignore lint/correctness/useExhaustiveDependencies: who has waited the longest time waits again.
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return
    const waitMs = (next + 1) * 1_000 - serverClock.nowMs()
    const timer = setTimeout(() => setNowSeconds(readSeconds()), Math.min(waitMs, longestMs))
    return () => clearTimeout(timer)
  }, [next, nowSeconds])
  return nowSeconds
}

const readSeconds = () => serverClock.nowMs() / 1_000
