'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { toastInfo } from '@/components/ui/toast'
import { endSession, type SessionView, signOut } from '@/lib/client/sign-in'
import { type Address, toAddress } from '@/lib/core/address'
import { networkNames } from './reach-text'
import { refreshSessions, sessionsKey } from './use-sessions'

/** Signs the connected account in, with a signature of its wallet. */
export function useSignIn() {
  const t = useTranslations('account')
  const format = useFormat()
  const config = useConfig()
  const { network } = useSettings()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (account: Address) => {
      const { signInWallet } = await import('@/lib/client/wallet/wallet-sign-in')
      return signInWallet(config, { account, chainId: network.chainId })
    },
    onSuccess: async ({ sessions, unanswered }) => {
      // Answers to earlier requests lack the new session.
      await queries.cancelQueries({ queryKey: sessionsKey })
      queries.setQueryData(sessionsKey, sessions)
      if (unanswered.length === 0) return
      const silent = networkNames(format, unanswered)
      toastInfo({
        title: t('signIn.silent', { networks: silent }),
        description: t('signIn.later'),
      })
    },
  })
}

/**
 * Signs one account of this browser out, or all of them, and clears their cached data. Other tabs may have signed in
 * further accounts, so the last account of this tab is not treated as the last one.
 */
export function useSignOut() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (who: SessionView | 'all') =>
      who === 'all' ? signOut({ tries: 2 }) : endSession(toAddress(who.account), { id: who.id }),
    onSuccess: (_, who) =>
      queries.removeQueries({ queryKey: who === 'all' ? ['own'] : ['own', who.account] }),
    onSettled: () => refreshSessions(queries),
  })
}
