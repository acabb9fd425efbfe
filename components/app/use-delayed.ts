'use client'

import { useEffect, useState } from 'react'

/** Returns whether a condition has held for this long without interruption. */
export function useDelayed(isCase: boolean, ms: number): boolean {
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    if (!isCase) return
    const timer = setTimeout(() => setOver(true), ms)
    return () => {
      clearTimeout(timer)
      setOver(false)
    }
  }, [isCase, ms])
  return isOver
}
