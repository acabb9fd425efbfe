'use client'

import { useEffect, useReducer, useRef, useState } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useWallet } from '@/components/wallet/use-wallet'
import { useWalletReadiness } from '@/components/wallet/use-wallet-readiness'
import { type PlacedSwap, placeSwap } from '@/lib/client/swap/place-swap'
import type { QuoteOffer } from '@/lib/client/swap/quote-offer'
import { readReviewFailure } from '@/lib/client/swap/review-failure'
import {
  type LeaveReason,
  nextReview,
  type ReviewState,
  startReview,
} from '@/lib/client/swap/review-state'
import type { WalletReadiness } from '@/lib/client/swap/swap-action'
import { type Address, toAddress } from '@/lib/core/address'
import { useRefreshChainReads } from './use-balances'
import { useLateness } from './use-lateness'
import type { Swap } from './use-swap'

/** A review, and what its owner can do. */
export type OrderReview = {
  readonly state: ReviewState
  /** What went wrong last. */
  readonly error: unknown
  readonly accept: () => void
  readonly sign: () => void
  readonly stop: () => void
  readonly close: () => void
}

type Input = {
  readonly swap: Swap
  /** The offer that was on the form when the review was opened, and whose it was. */
  readonly offer: QuoteOffer
  readonly owner: Address
  readonly onPlaced: (placed: PlacedSwap, offer: QuoteOffer) => void
  readonly onLeft: (why: LeaveReason) => void
}

/** Takes an offer from review to acceptance, as {@link nextReview} says. */
export function useReview({ swap, offer, owner, onPlaced, onLeft }: Input): OrderReview {
  const config = useConfig()
  const { settings, network } = useSettings()
  const refresh = useRefreshChainReads()
  const [state, send] = useReducer(nextReview, offer, startReview)
  const [error, setError] = useState<unknown>()
  const newest = useRef({ id: 0, abort: new AbortController() })
  const { phase, seen } = state

  const live = swap.quote.signable
  useEffect(() => send({ type: 'offer', offer: live }), [live])
  const turn = useTurn(owner)
  useEffect(() => {
    if (turn) send({ type: 'leave', why: turn })
  }, [turn])
  useLateness(phase.at === 'signing' ? phase.id : undefined, send)
  const why = phase.at === 'left' ? phase.why : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: told once.
  useEffect(() => {
    if (!why) return
    newest.current.abort.abort()
    onLeft(why)
  }, [why])

  const sign = async () => {
    newest.current.abort.abort()
    const abort = new AbortController()
    const id = newest.current.id + 1
    newest.current = { id, abort }
    setError(undefined)
    send({ type: 'sign', id })
    try {
      const placed = await placeSwap(config, {
        ...{ network, from: owner, offer: seen, slippageBps: swap.slippage.bps },
        settlementContract: toAddress(settings.settlementContract),
        onSigned: () => send({ type: 'signed', id }),
        onRetry: (seconds) => send({ type: 'retry', id, seconds }),
        signal: abort.signal,
      })
      send({ type: 'place', id })
      onPlaced(placed, seen)
    } catch (cause) {
      if (abort.signal.aborted) return
      const failure = readReviewFailure(cause)
      setError(cause)
      send({ type: 'fail', id, failure })
      if (failure === 'expired') swap.retry()
      if (failure === 'allowance' || failure === 'balance') refresh()
    }
  }

  return {
    state,
    error,
    accept: () => send({ type: 'accept' }),
    sign: () => void sign(),
    stop: () => {
      newest.current.abort.abort()
      send({ type: 'stop' })
    },
    close: () => send({ type: 'leave', why: 'closed' }),
  }
}

const turns: Partial<Record<WalletReadiness, LeaveReason>> = {
  none: 'disconnected',
  'not-allowed': 'other-account',
  'other-network': 'other-network',
  'other-chain': 'other-network',
}

/** What the wallet has done that ends the review of an order of `owner`. */
function useTurn(owner: Address): LeaveReason | undefined {
  const { account } = useWallet()
  const readiness = useWalletReadiness()
  if (account !== undefined && account !== owner) return 'other-account'
  return turns[readiness]
}
