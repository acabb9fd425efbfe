'use client'

import { type Dispatch, useEffect, useEffectEvent, useRef } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import type { CancelEvent } from '@/lib/client/orders/cancel-state'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { findPending, forgetPending } from '@/lib/client/wallet/pending-transaction'
import type { Hex } from '@/lib/core/bytes'

/** The chain may know it by another name, or never hear of it: then its owner is to be able to cancel again. */
const patienceMs = 60_000

type Told = { readonly tell: Dispatch<CancelEvent>; readonly renew: () => void }

/** Goes on with cancellations on the chain that were on their way when the page was left. */
export function useResumedCancellations(orders: readonly ShownOrder[], told: Told): void {
  const config = useConfig()
  const { chainId } = useSettings().network
  const known = useRef(new Set<Hex>())
  const follow = useEffectEvent(async (uid: Hex, hash: Hex) => {
    const { tell, renew } = told
    const lose = () => tell({ type: 'lose', uid })
    const timer = setTimeout(lose, patienceMs)
    tell({ type: 'resume', uid })
    try {
      const { followCancellation } = await import('./cancel-orders')
      await followCancellation(config, { chainId, uid, hash })
      renew()
    } catch {
      lose()
    }
    clearTimeout(timer)
  })
  useEffect(() => {
    // What this page sends itself, it follows already.
    const others = orders.filter(({ uid }) => !known.current.has(uid))
    for (const { uid, status } of others) {
      known.current.add(uid)
      const of = { what: 'cancellation', chainId, uid } as const
      const sent = findPending(of)
      if (sent === undefined) continue
      if (status === 'open') void follow(uid, sent.hash)
      // It may have ended while no page was there to see.
      else forgetPending(of)
    }
  }, [orders, chainId])
}
