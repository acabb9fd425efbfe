'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { call } from '@/lib/client/call'

type Props = {
  readonly everyMs: number
  /** Number of refreshes; unlimited by default. */
  readonly maxRefreshes?: number
}

/** Re-renders the page on the server periodically, while it is visible and the service answers. */
export const AutoRefresh = ({ everyMs, maxRefreshes = Number.POSITIVE_INFINITY }: Props) => {
  const router = useRouter()
  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout>
    const lookLater = (left: number) => {
      if (left > 0 && !signal.aborted) timer = setTimeout(() => void look(left), everyMs)
    }
    const look = async (left: number) => {
      if (document.hidden) return lookLater(left)
      // If the router cannot fetch a page, it falls back to a full navigation, which would show the browser's error
      // page.
      if (await isAnswering(signal)) router.refresh()
      lookLater(left - 1)
    }
    lookLater(maxRefreshes)
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [router, everyMs, maxRefreshes])
  return null
}

const isAnswering = (signal: AbortSignal): Promise<boolean> =>
  call('getHealth', {}, { signal, tries: 1, fresh: true }).then(
    () => !signal.aborted,
    () => false,
  )
