'use client'

import { useConnection } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { followsPageNetwork, mayUseWallet } from '@/lib/client/wallet/wallet-policy'
import { type Address, toAddress } from '@/lib/core/address'

/** The connected wallet's state for the pages. */
export type Wallet = {
  readonly status: 'disconnected' | 'connecting' | 'connected'
  readonly account: Address | undefined
  /** The wallet's own network. */
  readonly chainId: number | undefined
  /** Whether it may sign on the selected network. */
  readonly isAllowed: boolean
  /** Whether it is on a different network and does not switch automatically. */
  readonly isElsewhere: boolean
}

/** Returns the connected account (lower-case) and whether it may be used on the selected network. */
export function useWallet(): Wallet {
  const { network } = useSettings()
  const connection = useConnection()
  const isPending = connection.status === 'connecting' || connection.status === 'reconnecting'
  const { chainId, connector } = connection
  return {
    status: connection.address ? 'connected' : isPending ? 'connecting' : 'disconnected',
    account: connection.address ? toAddress(connection.address) : undefined,
    chainId,
    isAllowed: mayUseWallet(network, connector?.type),
    isElsewhere:
      chainId !== undefined &&
      chainId !== network.chainId &&
      !followsPageNetwork(network, connector?.type),
  }
}
