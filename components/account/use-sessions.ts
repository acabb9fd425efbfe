'use client'

import { type QueryClient, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { endSession, fetchSessions, type SessionView, signOut } from '@/lib/client/sign-in'
import { signInWallet } from '@/lib/client/wallet/wallet-sign-in'
import { type Address, toAddress } from '@/lib/core/address'

const queryKey = ['sessions'] as const

/** The accounts that have signed in in this browser, the last one first. */
export function useSessions() {
  return useQuery({
    queryKey,
    queryFn: ({ signal }) => fetchSessions({ signal, tries: 2 }),
    staleTime: 60_000,
    retry: false,
    // Nobody waits for a network to learn that nobody is known.
    networkMode: 'always',
  })
}

/** Asks anew who has signed in: a session turned out to be over. */
export function refreshSessions(queries: QueryClient): void {
  void queries.invalidateQueries({ queryKey })
}

/** Signs the connected account in, by a signature of its wallet. */
export function useSignIn() {
  const config = useConfig()
  const { network } = useSettings()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (account: Address) => signInWallet(config, { account, chainId: network.chainId }),
    onSuccess: (sessions) => queries.setQueryData(queryKey, sessions),
  })
}

/** Signs one account of this browser out, or all of them; what was read for them is forgotten. */
export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (sessions: readonly SessionView[]) => {
      const all = queries.getQueryData<readonly SessionView[]>(queryKey) ?? []
      if (sessions.length >= all.length) await signOut({ tries: 2 })
      else for (const { id, account } of sessions) await endSession(toAddress(account), { id })
      return sessions
    },
    onSuccess: (sessions) => {
      for (const { account } of sessions) queries.removeQueries({ queryKey: ['own', account] })
    },
    onSettled: () => refreshSessions(queries),
  })
}
