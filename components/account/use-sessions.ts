'use client'

import { type QueryClient, useQuery } from '@tanstack/react-query'
import { fetchSessions, type SessionView } from '@/lib/client/sign-in'

/** Under which the accounts of this browser are kept. */
export const sessionsKey = ['sessions'] as const

type Known = {
  /** Known from the service. */
  readonly initialData?: readonly SessionView[]
  /** Shown while the service is asked. */
  readonly placeholderData?: readonly SessionView[] | undefined
}

/** The accounts that have signed in in this browser, the last one first; at first those that are known. */
export function useSessions({ initialData, placeholderData }: Known) {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => fetchSessions({ signal, tries: 2 }),
    ...(initialData && { initialData }),
    ...(placeholderData && { placeholderData }),
    staleTime: 60_000,
    retry: false,
    // Nobody waits for a network to learn that nobody is known.
    networkMode: 'always',
  })
}

/** Asks anew who has signed in: a session turned out to be over. */
export function refreshSessions(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: sessionsKey })
}
