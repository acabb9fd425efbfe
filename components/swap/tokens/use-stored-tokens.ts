'use client'

import { useCallback, useEffect, useMemo, useSyncExternalStore } from 'react'
import { useSettings } from '@/components/app/settings'
import { storedText } from '@/lib/client/stored-text'
import { type QuoteFailure, refusedToken } from '@/lib/client/swap/quote-failure'
import {
  addImport,
  addRecent,
  addRefusal,
  dropImport,
  parseStoredTokens,
  type StoredTokens,
  serializeTokens,
  toggleFavourite,
} from '@/lib/client/swap/stored-tokens'
import type { Token } from '@/lib/client/swap/tokens'
import type { Address } from '@/lib/core/address'

/** This browser's stored tokens for the current network, and functions that change them. */
export type StoredTokensChange = {
  readonly stored: StoredTokens
  readonly toggle: (token: Address) => void
  readonly note: (token: Address) => void
  readonly add: (token: Token) => void
  readonly drop: (token: Address) => void
  /** Marks a token as refused by the service. */
  readonly refuse: (token: Address) => void
}

/** Returns the tokens stored in this browser for the current network. */
export const useStoredTokens = (): StoredTokensChange =>
  useStoredTokensOf(useSettings().network.chainId)

/** Returns the tokens stored in this browser for a network. */
export function useStoredTokensOf(chainId: number): StoredTokensChange {
  const text = storedText(`coincide.tokens ${chainId}`)
  const raw = useSyncExternalStore(text.watch, text.read, () => null)
  const stored = useMemo(() => parseStoredTokens(raw), [raw])
  const change = useCallback(
    (next: (stored: StoredTokens) => StoredTokens) =>
      text.write(serializeTokens(next(parseStoredTokens(text.read())))),
    [text],
  )
  const changes = useMemo(
    () => ({
      toggle: (token: Address) => change((before) => toggleFavourite(before, token)),
      note: (token: Address) => change((before) => addRecent(before, token)),
      add: (token: Token) => change((before) => addImport(before, token)),
      drop: (token: Address) => change((before) => dropImport(before, token)),
      refuse: (token: Address) =>
        change((before) => addRefusal(before, { token, nowMs: Date.now() })),
    }),
    [change],
  )
  return { stored, ...changes }
}

/** Marks a token as refused after the service rejected its quote. */
export function useRefusalMemory(failure: QuoteFailure | undefined): void {
  const { refuse } = useStoredTokens()
  const token = refusedToken(failure)
  useEffect(() => {
    if (token) refuse(token)
  }, [token, refuse])
}
