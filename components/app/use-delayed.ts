'use client'

import { useEffect, useState } from 'react'

/** Whether something has been the case for so long without a break. */
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
