'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import { toastError } from '@/components/ui/toast'
import type { WrapInput } from './wrap-native'

/** What wraps, and what tells of it, is no part of the first view. */
const loadWrap = () => import('./wrap-native')

/** Wraps and unwraps the native token by a transaction of the wallet. */
export function useWrap() {
  const t = useTranslations('swap')
  const wallet = useTranslations('wallet')
  const config = useConfig()
  const { network } = useSettings()
  const refresh = useRefreshChainReads()
  return useMutation({
    mutationFn: async (input: WrapInput) => (await loadWrap()).wrapNative(config, network, input),
    onSuccess: async (hash, { direction }) => {
      refresh()
      const { tellWrapped } = await loadWrap()
      tellWrapped(t, { network, hash, direction })
    },
    onError: (error) =>
      loadWrap().then(
        ({ tellNotWrapped }) => tellNotWrapped(wallet, error),
        () => toastError({ title: wallet('problem.failed'), description: wallet('problem.again') }),
      ),
  })
}
