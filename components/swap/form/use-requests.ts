'use client'

import { useState } from 'react'

/** One request to a wallet. */
export type WalletRequest = {
  readonly id: number
  /** Aborted when a newer request begins, or all are given up: then nothing more is done for this one. */
  readonly signal: AbortSignal
}

/** Numbers what a wallet is asked for; one request counts at a time. */
export type WalletRequests = {
  readonly begin: () => WalletRequest
  readonly stop: () => void
}

/** The requests of what is shown, numbered from 1. */
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
