'use client'

import { type Dispatch, useEffect } from 'react'

const patienceMs = 60_000

/** Tells once when a request to the wallet, while there is one, has gone unanswered for a minute. */
export function useLateness(
  id: number | undefined,
  tell: Dispatch<{ readonly type: 'late'; readonly id: number }>,
): void {
  useEffect(() => {
    if (id === undefined) return
    const timer = setTimeout(() => tell({ type: 'late', id }), patienceMs)
    return () => clearTimeout(timer)
  }, [id, tell])
}
