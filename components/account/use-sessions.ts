'use client'

import { type QueryClient, useQuery } from '@tanstack/react-query'
import { fetchSessions, type SessionView } from '@/lib/client/sign-in'

/** Under which the accounts of this browser are kept. */
export const sessionsKey = ['sessions'] as const

type Known = {
  readonly initialData?: readonly SessionView[] | undefined
  /** Milliseconds of when they were known for sure; now unless given, 0 has the service asked at once. */
  readonly initialDataUpdatedAt?: number
}

/** The accounts that have signed in in this browser, the last one first; at first those that are known. */
export function useSessions(known: Known) {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => fetchSessions({ signal, tries: 2 }),
    ...known,
    staleTime: 60_000,
    retry: false,
    // Nobody waits for a network to learn that nobody is known.
    networkMode: 'always',
  })
}

/** Refetches the sessions after one turned out to have ended. */
export function refreshSessions(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: sessionsKey })
}
