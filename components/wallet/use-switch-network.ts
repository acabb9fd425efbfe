'use client'

import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useConfig, useConnection } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useRequestTimeout } from '@/components/app/use-delayed'
import { isDeclined } from '@/lib/client/wallet/is-declined'
import { switchNetwork } from '@/lib/client/wallet/switch-network'
import { walletName } from './wallet-name'

/** State and trigger of the connected wallet's network switch. */
export type NetworkSwitch = {
  readonly switchNetwork: (onSwitched?: () => void) => void
  readonly isPending: boolean
  /** Manual instructions if the wallet failed or did not respond for a minute; undefined if its owner declined. */
  readonly advice: string | undefined
}

/** Switches the connected wallet to the selected network; returns instructions if the wallet does not switch. */
export function useSwitchNetwork(): NetworkSwitch {
  const config = useConfig()
  const { network } = useSettings()
  const { connector } = useConnection()
  const { mutate, isPending, error } = useMutation({
    mutationFn: () => switchNetwork(config, network),
  })
  const hasFailed = error !== null && !isDeclined(error)
  const isSilent = useRequestTimeout(isPending)
  const t = useTranslations('wallet')
  const names = {
    network: network.title,
    wallet: connector ? walletName(t, connector) : t('network.yours'),
  }
  return {
    switchNetwork: (onSwitched) => mutate(undefined, onSwitched && { onSuccess: onSwitched }),
    isPending: isPending && !isSilent,
    advice: hasFailed || isSilent ? t('network.byHand', names) : undefined,
  }
}
