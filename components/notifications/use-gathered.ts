'use client'

import { useCallback, useEffect, useRef } from 'react'

/** Milliseconds within which calls are batched. */
const gatherMs = 100

/** Batches values that arrive within a short time. */
export function useGathered(pass: (ids: readonly string[]) => void): (id: string) => void {
  const gathered = useRef<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const passOn = useRef(pass)
  passOn.current = pass
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback((id) => {
    gathered.current = [...gathered.current, id]
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      passOn.current(gathered.current)
      gathered.current = []
    }, gatherMs)
  }, [])
}
