'use client'

import { useEffect, useState } from 'react'

/** Returns whether a condition has held for this long without interruption. */
export function useDelayed(isTrue: boolean, ms: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isTrue) return
    const timer = setTimeout(() => setOver(true), ms)
    return () => {
      clearTimeout(timer)
      setOver(false)
    }
  }, [isTrue, ms])
  return isOver
}

/** Owners confirm within a minute, or not at all; longer silence means that the wallet lost the request. */
const timeoutMs = 60_000

/** Returns whether a wallet request has been pending for a minute: the wallet may have dropped it. */
export function useRequestTimeout(isPending: boolean): boolean {
  return useDelayed(isPending, timeoutMs)
}
