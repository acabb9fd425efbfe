'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useEffect, useReducer, useRef } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useRequests } from '@/components/swap/form/use-requests'
import { toastInfo, toastSuccess } from '@/components/ui/toast'
import { fetchOrdersByUids } from '@/lib/client/api'
import {
  type CancelOutcome,
  type CancelState,
  type CancelWay,
  nextCancel,
  noCancellation,
} from '@/lib/client/orders/cancel-state'
import { cancelNewsText } from '@/lib/client/orders/cancel-text'
import { cancelTrouble } from '@/lib/client/orders/cancel-trouble'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { useResumedCancellations } from './use-resumed-cancellations'

/** The cancellations of a list, and what to do for them. */
export type Cancellations = {
  readonly state: CancelState
  readonly open: (uids: readonly Hex[], way: CancelWay) => void
  readonly choose: (way: CancelWay) => void
  readonly run: () => void
  readonly close: () => void
}

type Listed = {
  readonly owner: Address
  readonly orders: readonly ShownOrder[]
  /** Reads the list anew. */
  readonly renew: () => void
}

/** Cancels orders of the connected account, and follows how they end. */
export function useCancelOrders({ owner, orders, renew }: Listed): Cancellations {
  const config = useConfig()
  const { settings, network } = useSettings()
  const [state, tell] = useReducer(nextCancel, noCancellation)
  const requests = useRequests()
  useEffect(() => tell({ type: 'learn', orders }), [orders])
  useNews(state.outcomes)
  useResumedCancellations(orders, { tell, renew })
  const { step } = state

  const act = async (uids: readonly Hex[], way: CancelWay) => {
    const request = requests.begin()
    const settlementContract = toAddress(settings.settlementContract)
    const asked = orders.filter(({ uid }) => uids.includes(uid))
    const of = { uids, orders: asked, owner, network, settlementContract }
    tell({ type: 'ask', id: request.id })
    try {
      // What signs and sends is no part of the first view.
      const { cancelBySignature, cancelByTransaction } = await import('./cancel-orders')
      const carryOut = way === 'signature' ? cancelBySignature : cancelByTransaction
      await carryOut(config, {
        ...{ ...of, signal: request.signal },
        onSent: () => tell({ type: 'send', id: request.id }),
      })
      tell({ type: 'accept', id: request.id })
    } catch (error) {
      const trouble = cancelTrouble(error as Error)
      if (trouble === 'someEnded') {
        const ended = await fetchOrdersByUids(network.name, uids).catch(() => [])
        const known = ended.map(({ uid, status }) => ({ uid: uid as Hex, status }))
        tell({ type: 'learn', orders: known })
      }
      tell({ type: 'fail', id: request.id, uids, trouble })
    }
    renew()
  }
  return {
    state,
    open: useCallback((uids, way) => tell({ type: 'open', uids, way }), []),
    choose: (way) => tell({ type: 'choose', way }),
    run: () => {
      if (step.at === 'asking') void act(step.uids, step.way)
    },
    close: () => {
      requests.stop()
      tell({ type: 'close' })
    },
  }
}

/** Tells once how orders ended that were to be cancelled. */
function useNews(outcomes: CancelState['outcomes']): void {
  const t = useTranslations('orders')
  const told = useRef(outcomes)
  useEffect(() => {
    const news = [...outcomes].filter(([uid, outcome]) => told.current.get(uid) !== outcome)
    told.current = outcomes
    const counts = new Map<CancelOutcome, number>()
    for (const [, outcome] of news) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    for (const [outcome, count] of counts) {
      const toast = outcome === 'expired' ? toastInfo : toastSuccess
      toast({ title: cancelNewsText(t, { outcome, count }) })
    }
  }, [outcomes, t])
}
