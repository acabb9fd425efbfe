'use client'

import { type Dispatch, useEffect, useEffectEvent, useMemo, useReducer, useState } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import { takeParam } from '@/components/app/use-search-state'
import type { OrderPermit } from '@/components/swap/consent/use-permit'
import type { Recipient } from '@/components/swap/settings/use-recipient'
import {
  usePendingTimeout,
  useRequests,
  type WalletRequests,
} from '@/components/wallet/use-requests'
import { useWallet } from '@/components/wallet/use-wallet'
import { useWalletReadiness } from '@/components/wallet/use-wallet-readiness'
import type { AppDataHook } from '@/lib/client/app-data-hook'
import { otherReceiver } from '@/lib/client/swap/offer-text'
import { type ConsentWay, type PlacedSwap, placeSwap } from '@/lib/client/swap/place-swap'
import type { OrderOffer } from '@/lib/client/swap/quote-offer'
import type { QuoteView } from '@/lib/client/swap/quote-state'
import {
  type LeaveReason,
  nextReview,
  type ReviewEvent,
  type ReviewState,
  readReviewFailure,
  startReview,
} from '@/lib/client/swap/review-state'
import type { Slippage } from '@/lib/client/swap/slippage'
import type { WalletReadiness } from '@/lib/client/swap/swap-action'
import type { SwapForm } from '@/lib/client/swap/swap-form'
import { type Address, toAddress } from '@/lib/core/address'

/** The form's state as the review needs it. */
export type ReviewedForm = {
  readonly form: Pick<SwapForm, 'sellToken' | 'buyToken'>
  /** For limit orders: distance beyond the market in basis points, if known. */
  readonly limit?: { readonly distance: number | undefined }
  /** Identifies the order's terms; consents are void when they change. */
  readonly keyId: string
  readonly quote: Pick<QuoteView, 'stage' | 'signable'>
  readonly slippage: Slippage
  /** Validity of the order. */
  readonly deadline: { readonly seconds: number }
  readonly recipient: Pick<Recipient, 'isContract' | 'name' | 'recheck'>
  /** The permit that the order may include; omitted if it includes none. */
  readonly permit?: OrderPermit
  /** Requests another quote when the service reports this one as expired. */
  readonly retry: () => void
}

/** A review and its actions. */
export type OrderReview = {
  readonly state: ReviewState
  /** The last failure. */
  readonly error: unknown
  readonly accept: () => void
  readonly sign: () => void
  readonly stop: () => void
  readonly close: () => void
}

type Input = {
  readonly swap: ReviewedForm
  /** The quote shown when the review was opened, and its account. */
  readonly offer: OrderOffer
  readonly owner: Address
  readonly way: ConsentWay
  /** The permit for a quote's order, if it includes one. */
  readonly permitFor: (offer: OrderOffer) => AppDataHook | undefined
  readonly onPlaced: (placed: PlacedSwap, offer: OrderOffer) => void
  readonly onLeft: (why: LeaveReason) => void
}

/** Guides a quote from review to acceptance; {@link nextReview} holds the transitions. */
export function useReview({ onLeft, ...input }: Input): OrderReview {
  const { swap, offer, owner } = input
  const [state, send] = useReducer(nextReview, offer, startReview)
  const requests = useRequests()
  const { phase, seen } = state
  const signing = useSigning({ ...input, offer: seen, requests, send })

  const live = useLiveOffer(swap)
  useEffect(() => send({ type: 'offer', offer: live }), [live])
  const turn = useWalletChange(owner)
  useEffect(() => {
    if (turn) send({ type: 'leave', why: turn })
  }, [turn])
  usePendingTimeout(phase.at === 'signing' || phase.at === 'posting' ? phase : undefined, send)
  const why = phase.at === 'left' ? phase.why : undefined
  const leave = useEffectEvent((reason: LeaveReason) => {
    requests.stop()
    onLeft(reason)
  })
  useEffect(() => {
    if (why) leave(why)
  }, [why])

  return {
    state,
    ...signing,
    accept: () => send({ type: 'accept' }),
    stop: () => {
      requests.stop()
      send({ type: 'stop' })
    },
    close: () => send({ type: 'leave', why: 'closed' }),
  }
}

type Signing = Omit<Input, 'onLeft'> & {
  readonly requests: WalletRequests
  readonly send: Dispatch<ReviewEvent>
}

/** Has the wallet sign the order, and submits it to the service. */
function useSigning({ swap, offer, owner, onPlaced, requests, send, ...given }: Signing) {
  const config = useConfig()
  const { settings, network } = useSettings()
  const refresh = useRefreshChainReads()
  const [error, setError] = useState<unknown>()

  const sign = async () => {
    const { id, signal } = requests.begin()
    setError(undefined)
    send({ type: 'sign', id })
    let putBack = () => {}
    try {
      await swap.recipient.recheck(otherReceiver(offer))
      signal.throwIfAborted()
      const placed = await placeSwap(config, {
        ...{ network, from: owner, offer, way: given.way, signal },
        permit: given.permitFor(offer),
        settlementContract: toAddress(settings.settlementContract),
        onSigned: () => {
          // A reload from here on would otherwise fill in the form for a second order of the same amount.
          putBack = takeParam('amount')
          send({ type: 'signed', id })
        },
        onRetry: (seconds) => send({ type: 'retry', id, seconds }),
      })
      send({ type: 'place', id })
      onPlaced(placed, offer)
    } catch (cause) {
      putBack()
      if (signal.aborted) return
      const failure = readReviewFailure(cause)
      setError(cause)
      send({ type: 'fail', id, failure })
      if (failure === 'expired') swap.retry()
      if (failure === 'allowance' || failure === 'balance') refresh()
    }
  }
  return { error, sign: () => void sign() }
}

/** The latest quote that may be signed, with the current slippage. */
function useLiveOffer({ quote, slippage }: ReviewedForm): OrderOffer | undefined {
  const { signable } = quote
  const { bps } = slippage
  return useMemo(() => signable && { ...signable, slippageBps: bps }, [signable, bps])
}

const leaveReasons: Partial<Record<WalletReadiness, LeaveReason>> = {
  none: 'disconnected',
  'not-allowed': 'other-account',
  'other-network': 'other-network',
  'other-chain': 'other-network',
}

/** A wallet event that ends the review of an order of `owner`. */
function useWalletChange(owner: Address): LeaveReason | undefined {
  const { account } = useWallet()
  const readiness = useWalletReadiness()
  if (account !== undefined && account !== owner) return 'other-account'
  return leaveReasons[readiness]
}
