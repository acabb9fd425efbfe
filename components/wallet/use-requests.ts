'use client'

import { type Dispatch, useEffect, useState } from 'react'

/** One wallet request. */
export type WalletRequest = {
  readonly id: number
  /** Aborted when a newer request begins or all are cancelled: then this one must have no further effect. */
  readonly signal: AbortSignal
}

/** Numbers wallet requests; only the latest one counts. */
export type WalletRequests = {
  readonly begin: () => WalletRequest
  readonly stop: () => void
}

/** The requests of a component, numbered from 1. */
export function useRequests(): WalletRequests {
  const [requests] = useState(startRequests)
  return requests
}

function startRequests(): WalletRequests {
  let newest = { id: 0, abort: new AbortController() }
  const stop = () => newest.abort.abort()
  const begin = () => {
    stop()
    newest = { id: newest.id + 1, abort: new AbortController() }
    return { id: newest.id, signal: newest.abort.signal }
  }
  return { begin, stop }
}

/** Wallets and chains usually answer within a minute; longer silence means that a request may be lost. */
const timeoutMs = 60_000

/** What is pending: the wallet's answer, or the resulting transaction. */
type Awaited = { readonly id: number; readonly at: string }

/** Calls back once when something has been pending for a minute. */
export function usePendingTimeout(
  awaited: Awaited | undefined,
  onLate: Dispatch<{ readonly type: 'late'; readonly id: number }>,
): void {
  const { id, at } = awaited ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: each phase has its own minute.
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => onLate({ type: 'late', id }), timeoutMs)
    return () => clearTimeout(timer)
  }, [id, at, onLate])
}
