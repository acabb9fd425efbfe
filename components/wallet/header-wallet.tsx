'use client'

import { useEffect } from 'react'
import { useConfig, useConnection } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { FillShellSlot } from '@/components/ui/shell/shell-slot'
import { switchNetwork } from '@/lib/client/wallet/switch-network'
import { followsPageNetwork } from '@/lib/client/wallet/wallet-policy'
import { NetworkSelect } from './network-select'
import { WalletButton } from './wallet-button'

type Props = {
  /** The menu that is initially open. */
  readonly opened?: 'network' | 'account' | undefined
}

/** Network and account controls in the header. */
export const HeaderWallet = ({ opened }: Props) => (
  <>
    <FollowNetwork />
    <FillShellSlot name="network">
      <NetworkSelect startsOpen={opened === 'network'} />
    </FillShellSlot>
    <FillShellSlot name="wallet">
      <WalletButton startsOpen={opened === 'account'} />
    </FillShellSlot>
  </>
)

/** Keeps the demo wallet on the selected embedded network. Other wallets switch on request only. */
const FollowNetwork = () => {
  const config = useConfig()
  const { network } = useSettings()
  const { chainId, connector, status } = useConnection()
  const isBehind =
    status === 'connected' &&
    chainId !== network.chainId &&
    followsPageNetwork(network, connector?.type)
  useEffect(() => {
    if (isBehind) void switchNetwork(config, network).catch(() => undefined)
  }, [isBehind, config, network])
  return null
}
