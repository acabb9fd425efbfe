'use client'

import { useTranslations } from 'next-intl'
import { type Dispatch, useCallback, useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { toastInfo, toastSuccess } from '@/components/ui/toast'
import { useRequests } from '@/components/wallet/use-requests'
import { fetchOrdersByUids } from '@/lib/client/api'
import {
  type CancelEvent,
  type CancelOutcome,
  type CancelState,
  type CancelWay,
  cancelNewsText,
  cancelTrouble,
  nextCancel,
  noCancellation,
} from '@/lib/client/orders/cancel-state'
import { announceCancellations } from '@/lib/client/orders/own-cancellations'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { findPending, forgetPending } from '@/lib/client/wallet/pending-transaction'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** State and actions of the cancel dialog of a list. */
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
  /** Refetches the list. */
  readonly renew: () => void
  /** Whether the outcomes are announced here; not where a cancelled order takes its actions along. */
  readonly isLasting?: boolean
}

/** Cancels orders of the connected account, each time those of one network, and tracks their outcomes. */
export function useCancelOrders(listed: Listed): Cancellations {
  const { owner, orders, renew, isLasting = true } = listed
  const config = useConfig()
  const { settings, network: selected } = useSettings()
  const [state, dispatch] = useReducer(nextCancel, noCancellation)
  const requests = useRequests()
  useEffect(() => dispatch({ type: 'learn', orders }), [orders])
  useOutcomeToasts(state.outcomes)
  useResumedCancellations(orders, { dispatch, renew, isLasting })
  const { step } = state

  const act = async (uids: readonly Hex[], way: CancelWay) => {
    const request = requests.begin()
    const settlementContract = toAddress(settings.settlementContract)
    const chosen = orders.filter(({ uid }) => uids.includes(uid))
    const chainId = chosen[0]?.chainId
    const network = settings.networks.find((each) => each.chainId === chainId) ?? selected
    const of = { uids, orders: chosen, owner, network, settlementContract }
    dispatch({ type: 'ask', id: request.id })
    let takeBack = () => {}
    try {
      // Signing and sending code is not needed for the first view.
      const { cancelBySignature, cancelByTransaction } = await import('./cancel-orders')
      const cancel = way === 'signature' ? cancelBySignature : cancelByTransaction
      await cancel(config, {
        ...{ ...of, signal: request.signal },
        onSent: () => {
          if (isLasting) takeBack = announceCancellations(uids)
          dispatch({ type: 'send', id: request.id })
        },
      })
      dispatch({ type: 'accept', id: request.id })
    } catch (error) {
      takeBack()
      const trouble = cancelTrouble(error as Error)
      if (trouble === 'someEnded') {
        const ended = await fetchOrdersByUids(network.name, uids).catch(() => [])
        const known = ended.map(({ uid, status }) => ({ uid: uid as Hex, status }))
        dispatch({ type: 'learn', orders: known })
      }
      dispatch({ type: 'fail', id: request.id, uids, trouble })
    }
    renew()
  }
  return {
    state,
    open: useCallback((uids, way) => dispatch({ type: 'open', uids, way }), []),
    choose: (way) => dispatch({ type: 'choose', way }),
    run: () => {
      if (step.at === 'asking') void act(step.uids, step.way)
    },
    close: () => {
      requests.stop()
      dispatch({ type: 'close' })
    },
  }
}

/** Shows one toast per new outcome of a requested cancellation. */
function useOutcomeToasts(outcomes: CancelState['outcomes']): void {
  const t = useTranslations('orders')
  const shown = useRef(outcomes)
  useEffect(() => {
    const news = [...outcomes].filter(([uid, outcome]) => shown.current.get(uid) !== outcome)
    shown.current = outcomes
    const counts = new Map<CancelOutcome, number>()
    for (const [, outcome] of news) counts.set(outcome, (counts.get(outcome) ?? 0) + 1)
    for (const [outcome, count] of counts) {
      const toast = outcome === 'expired' ? toastInfo : toastSuccess
      toast({ title: cancelNewsText(t, { outcome, count }) })
    }
  }, [outcomes, t])
}

/** The transaction may have been replaced or dropped; after this time the owner may cancel again. */
const giveUpAfterMs = 60_000

type Handlers = {
  readonly dispatch: Dispatch<CancelEvent>
  readonly renew: () => void
  readonly isLasting: boolean
}

/** Resumes tracking on-chain cancellations that were pending when the page was left. */
function useResumedCancellations(orders: readonly ShownOrder[], handlers: Handlers): void {
  const config = useConfig()
  const selected = useSettings().network.chainId
  const known = useRef(new Set<Hex>())
  const follow = useEffectEvent(async (chainId: number, uid: Hex, hash: Hex) => {
    const { dispatch, renew, isLasting } = handlers
    const lose = () => dispatch({ type: 'lose', uid })
    const timer = setTimeout(lose, giveUpAfterMs)
    const takeBack = isLasting ? announceCancellations([uid]) : () => {}
    dispatch({ type: 'resume', uid })
    try {
      const { followCancellation } = await import('./cancel-orders')
      await followCancellation(config, { chainId, uid, hash })
      renew()
    } catch {
      takeBack()
      lose()
    }
    clearTimeout(timer)
  })
  useEffect(() => {
    // Transactions sent by this page are tracked already.
    const others = orders.filter(({ uid }) => !known.current.has(uid))
    for (const { uid, status, chainId = selected } of others) {
      known.current.add(uid)
      const of = { what: 'cancellation', chainId, uid } as const
      const sent = findPending(of)
      if (sent === undefined) continue
      if (status === 'open') void follow(chainId, uid, sent.hash)
      // The order closed while no page was open.
      else forgetPending(of)
    }
  }, [orders, selected])
}
