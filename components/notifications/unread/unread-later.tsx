'use client'

import { Suspense, useEffect, useState } from 'react'
import { lazyPart } from '@/components/ui/lazy-part'
import { fetchSessions, type SessionView } from '@/lib/client/sign-in'

const UnreadOf = lazyPart(async () => (await import('./unread-of')).UnreadOf, 'late')

/**
 * The unread count on pages without the wallet, for the account that signed in last. Its code is loaded only for users
 * with a session.
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

/** The accounts of this browser, refetched when the page regains the focus. */
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
