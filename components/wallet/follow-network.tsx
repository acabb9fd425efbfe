'use client'

import { useEffect } from 'react'
import { useConfig, useConnection } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { switchNetwork } from '@/lib/client/wallet/switch-network'
import { followsPages } from '@/lib/client/wallet/wallet-policy'

/** Keeps the demo wallet on the selected embedded network. Other wallets switch on request only. */
export const FollowNetwork = () => {
  const config = useConfig()
  const { network } = useSettings()
  const { chainId, connector, status } = useConnection()
  const isBehind =
    status === 'connected' && chainId !== network.chainId && followsPages(network, connector?.type)
  useEffect(() => {
    if (isBehind) void switchNetwork(config, network).catch(() => undefined)
  }, [isBehind, config, network])
  return null
}
