'use client'

import { type Dispatch, useEffect, useEffectEvent, useRef } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import type { CancelEvent } from '@/lib/client/orders/cancel-state'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { findPending, forgetPending } from '@/lib/client/wallet/pending-transaction'
import type { Hex } from '@/lib/core/bytes'

/** The transaction may have been replaced or dropped; after this time the owner may cancel again. */
const giveUpAfterMs = 60_000

type Handlers = { readonly dispatch: Dispatch<CancelEvent>; readonly renew: () => void }

/** Resumes tracking on-chain cancellations that were pending when the page was left. */
export function useResumedCancellations(orders: readonly ShownOrder[], handlers: Handlers): void {
  const config = useConfig()
  const { chainId } = useSettings().network
  const known = useRef(new Set<Hex>())
  const follow = useEffectEvent(async (uid: Hex, hash: Hex) => {
    const { dispatch, renew } = handlers
    const lose = () => dispatch({ type: 'lose', uid })
    const timer = setTimeout(lose, giveUpAfterMs)
    dispatch({ type: 'resume', uid })
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
    // Transactions sent by this page are tracked already.
    const others = orders.filter(({ uid }) => !known.current.has(uid))
    for (const { uid, status } of others) {
      known.current.add(uid)
      const of = { what: 'cancellation', chainId, uid } as const
      const sent = findPending(of)
      if (sent === undefined) continue
      if (status === 'open') void follow(uid, sent.hash)
      // The order closed while no page was open.
      else forgetPending(of)
    }
  }, [orders, chainId])
}
