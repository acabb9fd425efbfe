'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

const everyMs = 3_000
/** Looks after which it is not awaited any more. */
const mostLooks = 200

/** Renders the page anew while a transaction is not in a block; not while nobody looks. */
export const RefreshWhilePending = () => {
  const router = useRouter()
  useEffect(() => {
    let looks = 0
    const timer = setInterval(() => {
      if (document.hidden) return
      looks += 1
      if (looks > mostLooks) clearInterval(timer)
      else router.refresh()
    }, everyMs)
    return () => clearInterval(timer)
  }, [router])
  return null
}
