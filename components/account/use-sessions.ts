'use client'

import { type QueryClient, useQuery } from '@tanstack/react-query'
import { fetchSessions, type SessionView } from '@/lib/client/sign-in'

/** Query key of this browser's accounts. */
export const sessionsKey = ['sessions'] as const

type Known = {
  readonly initialData?: readonly SessionView[] | undefined
  /** When the initial sessions were fetched, in milliseconds; default now, 0 refetches at once. */
  readonly initialDataUpdatedAt?: number
}

/** Fetches the accounts with a session in this browser, newest first; returns the given ones until then. */
export function useSessions(known: Known) {
  return useQuery({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => fetchSessions({ signal, tries: 2 }),
    ...known,
    staleTime: 60_000,
    retry: false,
    // Without a session there is nothing to wait for while offline.
    networkMode: 'always',
  })
}

/** Refetches the sessions after one turned out to have expired. */
export function refreshSessions(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey: sessionsKey })
}
