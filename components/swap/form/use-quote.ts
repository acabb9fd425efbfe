'use client'

import { onlineManager } from '@tanstack/react-query'
import { type Dispatch, startTransition, useEffect, useEffectEvent, useReducer } from 'react'
import { useSettings } from '@/components/app/settings'
import { useClock } from '@/components/app/use-now'
import { fetchQuote } from '@/lib/client/api'
import { waitBefore } from '@/lib/client/request'
import { readQuoteFailure } from '@/lib/client/swap/quote-failure'
import { dateOffer, type QuoteKey, quoteBody, quoteKeyId } from '@/lib/client/swap/quote-offer'
import {
  nextQuote,
  noQuote,
  type QuoteEvent,
  type QuoteState,
  type QuoteView,
  quoteStage,
  quoteWakesAt,
  viewQuote,
} from '@/lib/client/swap/quote-state'
/** The quote for the form's state, and how to refresh it. */
export type LiveQuote = { readonly quote: QuoteView; readonly retry: () => void }

type QuoteInput = {
  readonly key: QuoteKey | undefined
  /** Whether the user may still be typing. */
  readonly isTyping: boolean
}

/** Keeps a quote for `key` current: {@link nextQuote} decides on requests, pauses and refreshes. */
export function useQuote({ key, isTyping }: QuoteInput): LiveQuote {
  const [state, send] = useReducer(nextQuote, noQuote)
  const id = key && quoteKeyId(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the key.
  useEffect(() => {
    send({ type: 'form', key, isTyping, nowMs: Date.now() })
  }, [id])
  useWakeTimer(state, send)
  usePageEvents(send)
  useSendRequests(state, send)
  const reached = useClock((nowMs) => quoteStage(state, nowMs))
  return {
    quote: viewQuote(state, { key, reached }),
    retry: () => send({ type: 'retry', nowMs: Date.now() }),
  }
}

type Send = Dispatch<QuoteEvent>

function useWakeTimer(state: QuoteState, send: Send): void {
  const wakesAt = quoteWakesAt(state)
  useEffect(() => {
    if (wakesAt === undefined) return
    // A timer may fire while the wall clock is still just before `wakesAt`; no second timer would follow.
    const wake = () => send({ type: 'wake', nowMs: Math.max(Date.now(), wakesAt) })
    const timer = setTimeout(wake, Math.max(0, wakesAt - Date.now()))
    return () => clearTimeout(timer)
  }, [wakesAt, send])
}

function usePageEvents(send: Send): void {
  useEffect(() => {
    const report = () => {
      const isVisible = document.visibilityState === 'visible'
      send({ type: 'page', isVisible, isOnline: onlineManager.isOnline(), nowMs: Date.now() })
    }
    const reportFocus = () => send({ type: 'focus', nowMs: Date.now() })
    report()
    document.addEventListener('visibilitychange', report)
    window.addEventListener('focus', reportFocus)
    const leave = onlineManager.subscribe(report)
    return () => {
      document.removeEventListener('visibilitychange', report)
      window.removeEventListener('focus', reportFocus)
      leave()
    }
  }, [send])
}

/** Sends each request of the state once; aborts it when it is no longer needed. */
function useSendRequests({ key, activity, shown }: QuoteState, send: Send): void {
  const { name } = useSettings().network
  const begin = useEffectEvent((served: string, signal: AbortSignal) => {
    if (activity.at !== 'ask' || key === undefined) return
    const { id, try: count } = activity
    const ask = async (priceQuality: 'fast' | 'verified') => {
      const body = { ...quoteBody(key), priceQuality }
      const answer = await fetchQuote(served, body, { signal })
      const nowMs = Date.now()
      const offer = dateOffer(answer.body, { nowMs, serverMs: answer.asOfMs })
      const isFirm = priceQuality === 'verified'
      // Typing is not blocked by rendering the result.
      startTransition(() => send({ type: 'answer', id, offer, isFirm, nowMs }))
    }
    ask('verified').catch((error) => {
      if (signal.aborted) return
      const failure = readQuoteFailure(error)
      const waitMs = waitBefore(count, error, Math.random())
      send({ type: 'fail', id, failure, waitMs, nowMs: Date.now() })
    })
    // An estimate to show meanwhile; errors are taken from the full quote.
    if (shown === undefined) ask('fast').catch(() => undefined)
  })
  const id = activity.at === 'ask' ? activity.id : undefined
  useEffect(() => {
    if (id === undefined) return
    const abort = new AbortController()
    begin(name, abort.signal)
    return () => abort.abort()
  }, [id, name])
}
