'use client'

import { lazy, Suspense, useEffect, useState } from 'react'
import { fetchSessions, type SessionView } from '@/lib/client/sign-in'

const UnreadOf = lazy(async () => ({ default: (await import('./unread-of')).UnreadOf }))

/**
 * What is unread, on pages that know no wallet: of the account that signed in last. Most visitors have not signed in;
 * what counts and shows is loaded for those who have.
 */
export const UnreadLater = ({ words }: { readonly words: string }) => {
  const sessions = useFirstSessions()
  if (sessions === undefined) return null
  return (
    <Suspense fallback={null}>
      <UnreadOf sessions={sessions} words={words} />
    </Suspense>
  )
}

/** The accounts of this browser once there are any; asked for again when somebody comes back to the page. */
function useFirstSessions(): readonly SessionView[] | undefined {
  const [sessions, setSessions] = useState<readonly SessionView[]>()
  useEffect(() => {
    if (sessions !== undefined) return
    const leaving = new AbortController()
    const ask = async () => {
      if (document.visibilityState === 'hidden') return
      const found = await fetchSessions({ signal: leaving.signal, tries: 2 }).catch(() => [])
      if (found.length > 0) setSessions(found)
    }
    void ask()
    document.addEventListener('visibilitychange', ask, { signal: leaving.signal })
    return () => leaving.abort()
  }, [sessions])
  return sessions
}
