'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useConfig, useConnection } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { isDeclined } from '@/lib/client/wallet/is-declined'
import { switchNetwork } from '@/lib/client/wallet/switch-network'
import { useSilence } from './use-silence'
import { walletName } from './wallet-name'

/** Turns the connected wallet to the network that is shown. */
export type NetworkSwitch = {
  readonly turn: (onTurned?: () => void) => void
  readonly isPending: boolean
  /** What to do by hand where the wallet refused by itself, or keeps silent; undefined where its owner declined. */
  readonly advice: string | undefined
}

/** Turns the connected wallet to the network that is shown, and says what to do where it does not turn. */
export function useSwitchNetwork(): NetworkSwitch {
  const config = useConfig()
  const { network } = useSettings()
  const { connector } = useConnection()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => switchNetwork(config, network),
  })
  const isRefused = error !== null && !isDeclined(error)
  const isSilent = useSilence(isPending)
  const t = useTranslations('wallet')
  const names = {
    network: network.title,
    wallet: connector ? walletName(t, connector) : t('network.yours'),
  }
  return {
    turn: (onTurned) => mutate(undefined, onTurned && { onSuccess: onTurned }),
    isPending: isPending && !isSilent,
    advice: isRefused || isSilent ? t('network.byHand', names) : undefined,
  }
}
