'use client'

import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useNow } from '@/components/app/use-now'
import { fetchQuote } from '@/lib/client/api'
import { ApiError } from '@/lib/client/request'
import { dateOffer, type QuoteKey, type QuoteOffer, quoteBody } from '@/lib/client/swap/quote-offer'

const debounceMs = 300
const refreshMs = 30_000

/** The price of what the form says, as far as it is known. */
export type QuoteState = {
  /** The offer to show; of an earlier amount while `isCurrent` is false. */
  readonly offer: QuoteOffer | undefined
  /** Whether the offer answers what the form says now. */
  readonly isCurrent: boolean
  readonly isExpired: boolean
  readonly isFetching: boolean
  readonly error: unknown
  /** Seconds until the next automatic try, while the service is busy. */
  readonly retrySeconds: number | undefined
  /** Part of the time until the next refresh that is left, 0 to 1. */
  readonly left: number
  readonly retry: () => void
}

/**
 * Keeps an offer for `key`: asked 300 ms after the last keystroke and again each 30 s while the page is
 * seen. A request for an older key is aborted, and its answer never shown as current.
 */
export function useQuote(key: QuoteKey | undefined): QuoteState {
  const { network } = useSettings()
  const settled = useDebounced(key)
  const [retrySeconds, setRetrySeconds] = useState<number>()
  const query = useQuery({
    queryKey: ['quote', network.name, ...idOf(settled)],
    enabled: settled !== undefined,
    queryFn: async ({ signal }) => {
      setRetrySeconds(undefined)
      const body = quoteBody(settled as QuoteKey)
      const options = { signal, tries: 3, onRetry: setRetrySeconds }
      return dateOffer(await fetchQuote(network.name, body, options), Date.now())
    },
    staleTime: 10_000,
    refetchInterval: ({ state }) => (isFinal(state.error) ? false : refreshMs),
    refetchOnWindowFocus: true,
    retry: false,
    placeholderData: (previous) =>
      settled && previous && isSamePair(previous, settled) ? previous : undefined,
  })
  const isSettled = String(idOf(settled)) === String(idOf(key))
  return useQuoteState({ query, isCurrent: isSettled && !query.isPlaceholderData, retrySeconds })
}

type StateInput = {
  readonly query: UseQueryResult<QuoteOffer>
  readonly isCurrent: boolean
  readonly retrySeconds: number | undefined
}

function useQuoteState({ query, isCurrent, retrySeconds }: StateInput): QuoteState {
  const now = useNow()
  const offer = query.data
  const isExpired = offer !== undefined && now >= offer.expiresAtMs
  const hasLivePrice = offer !== undefined && isCurrent && !isExpired
  return {
    offer,
    isCurrent: isCurrent && offer !== undefined,
    isExpired,
    isFetching: query.isFetching,
    error: query.isError && !hasLivePrice ? query.error : undefined,
    retrySeconds: query.isFetching ? retrySeconds : undefined,
    left: offer ? 1 - (now - offer.fetchedAtMs) / refreshMs : 0,
    retry: () => void query.refetch(),
  }
}

function useDebounced(key: QuoteKey | undefined): QuoteKey | undefined {
  const [settled, setSettled] = useState(key)
  const id = String(idOf(key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the id stands for the key.
  useEffect(() => {
    const timer = setTimeout(() => setSettled(key), debounceMs)
    return () => clearTimeout(timer)
  }, [id])
  return key && settled
}

function idOf(key: QuoteKey | undefined): readonly string[] {
  if (!key) return []
  return [
    key.sellToken,
    key.buyToken,
    key.kind,
    String(key.amount),
    key.from,
    key.referrerCode ?? '',
  ]
}

function isSamePair({ answer: { quote } }: QuoteOffer, key: QuoteKey): boolean {
  const isSame = quote.sellToken === key.sellToken && quote.buyToken === key.buyToken
  return isSame && quote.kind === key.kind
}

/** Asking again for the same would get the same answer. */
function isFinal(error: unknown): boolean {
  return error instanceof ApiError && error.status < 500 && error.status !== 429
}
