'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { nextPollMs } from '@/lib/client/orders/poll'

/** Keeps a page that the server has rendered up to date while its order is open. */
export const RefreshWhileOpen = ({ createdAtMs }: { readonly createdAtMs: number }) => {
  const router = useRouter()
  useEffect(() => {
    const order = { status: 'open', createdAt: new Date(createdAtMs) } as const
    let timer: ReturnType<typeof setTimeout>
    const tick = () => {
      if (!document.hidden) router.refresh()
      timer = setTimeout(tick, nextPollMs([order], Date.now()) || 0)
    }
    timer = setTimeout(tick, nextPollMs([order], Date.now()) || 0)
    return () => clearTimeout(timer)
  }, [router, createdAtMs])
  return null
}
