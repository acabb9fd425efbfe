'use client'

import { useEffect, useState } from 'react'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { serverClock } from '@/lib/client/server-clock'

/** Maximum delay of `setTimeout`: a signed 32-bit integer. */
const maxDelayMs = 2 ** 31 - 1

/** Returns Unix seconds by the service's clock; updates when the next open order expires. */
export function useEndingTime(orders: readonly Pick<ShownOrder, 'status' | 'validTo'>[]): number {
  const [nowSeconds, setNowSeconds] = useState(readSeconds)
  const ends = orders.flatMap(({ status, validTo }) =>
    status === 'open' && validTo >= nowSeconds ? [validTo] : [],
  )
  const next = Math.min(...ends)
  // biome-ignore lint/correctness/useExhaustiveDependencies: nowSeconds re-arms a timer that was capped at the maximum delay.
  useEffect(() => {
    if (next === Number.POSITIVE_INFINITY) return
    const waitMs = (next + 1) * 1_000 - serverClock.nowMs()
    const timer = setTimeout(() => setNowSeconds(readSeconds()), Math.min(waitMs, maxDelayMs))
    return () => clearTimeout(timer)
  }, [next, nowSeconds])
  return nowSeconds
}

const readSeconds = () => serverClock.nowMs() / 1_000
