'use client'

import { type Dispatch, useEffect } from 'react'

const patienceMs = 60_000

/** What is pending: the wallet's answer, or the resulting transaction. */
type Awaited = { readonly id: number; readonly at: string }

/** Calls back once when something has been pending for a minute. */
export function useLateness(
  awaited: Awaited | undefined,
  tell: Dispatch<{ readonly type: 'late'; readonly id: number }>,
): void {
  const { id, at } = awaited ?? {}
  // biome-ignore lint/correctness/useExhaustiveDependencies: each phase has its own minute.
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => tell({ type: 'late', id }), patienceMs)
    return () => clearTimeout(timer)
  }, [id, at, tell])
}
