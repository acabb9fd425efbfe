'use client'

import { type Dispatch, useEffect } from 'react'

const patienceMs = 60_000

/** What is awaited: an answer of the wallet, or what becomes of it. */
type Awaited = { readonly id: number; readonly at: string }

/** Tells once when something that is awaited, while there is something, has not come for a minute. */
export function useLateness(
  awaited: Awaited | undefined,
  tell: Dispatch<{ readonly type: 'late'; readonly id: number }>,
): void {
  const { id, at } = awaited ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: what follows an answer has a minute of its own.
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => tell({ type: 'late', id }), patienceMs)
    return () => clearTimeout(timer)
  }, [id, at, tell])
}
