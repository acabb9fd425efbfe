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

type Asked = {
  readonly key: QuoteKey | undefined
  /** Whether the user may still be typing. */
  readonly isTyping: boolean
}

/** Keeps a quote for `key` current: {@link nextQuote} decides on requests, pauses and refreshes. */
export function useQuote({ key, isTyping }: Asked): LiveQuote {
  const [state, send] = useReducer(nextQuote, noQuote)
  const id = key && quoteKeyId(key)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the key.
  useEffect(() => {
    send({ type: 'form', key, isTyping, nowMs: Date.now() })
  }, [id])
  useWaking(state, send)
  usePage(send)
  useAsking(state, send)
  const reached = useClock((nowMs) => quoteStage(state, nowMs))
  return {
    quote: viewQuote(state, { key, reached }),
    retry: () => send({ type: 'retry', nowMs: Date.now() }),
  }
}

type Send = Dispatch<QuoteEvent>

function useWaking(state: QuoteState, send: Send): void {
  const wakesAt = quoteWakesAt(state)
  useEffect(() => {
    if (wakesAt === undefined) return
    // A timer may fire while the wall clock is still just before `wakesAt`; no second timer would follow.
    const wake = () => send({ type: 'wake', nowMs: Math.max(Date.now(), wakesAt) })
    const timer = setTimeout(wake, Math.max(0, wakesAt - Date.now()))
    return () => clearTimeout(timer)
  }, [wakesAt, send])
}

function usePage(send: Send): void {
  useEffect(() => {
    const tell = () => {
      const isSeen = document.visibilityState === 'visible'
      send({ type: 'page', isSeen, isOnline: onlineManager.isOnline(), nowMs: Date.now() })
    }
    const tellFocus = () => send({ type: 'focus', nowMs: Date.now() })
    tell()
    document.addEventListener('visibilitychange', tell)
    window.addEventListener('focus', tellFocus)
    const leave = onlineManager.subscribe(tell)
    return () => {
      document.removeEventListener('visibilitychange', tell)
      window.removeEventListener('focus', tellFocus)
      leave()
    }
  }, [send])
}

/** Sends each request of the state once; aborts it when it is no longer needed. */
function useAsking({ key, activity, shown }: QuoteState, send: Send): void {
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
