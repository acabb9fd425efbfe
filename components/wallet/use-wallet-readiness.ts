'use client'

import { useQuery } from '@tanstack/react-query'
import { useClient, useConnection } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useDelayed } from '@/components/app/use-delayed'
import type { WalletReadiness } from '@/lib/client/swap/swap-action'
import { isViewOnly } from '@/lib/client/wallet/connectors/safe-app'
import { isSameChain, type ReadingProvider } from '@/lib/client/wallet/is-same-chain'
import { walletPolicy } from '@/lib/client/wallet/wallet-policy'
import { useWallet } from './use-wallet'

/** A wallet that has not reconnected within this time must be connected manually. */
const restoringMs = 3_000

/** Returns whether the connected wallet can sign on the selected network, or what prevents it. */
export function useWalletReadiness(): WalletReadiness {
  const { network } = useSettings()
  const { account, status, chainId, isAllowed, isElsewhere } = useWallet()
  const connection = useConnection()
  const isSame = useChainCheck()
  const isReadOnly = useViewOnly()
  const isRestoring = connection.status === 'reconnecting'
  const isLost = useDelayed(isRestoring, restoringMs)
  if (isRestoring) return isLost ? 'none' : 'restoring'
  if (!account) return status === 'connecting' ? 'restoring' : 'none'
  if (!isAllowed) return 'not-allowed'
  // The demo wallet switches automatically.
  if (chainId !== network.chainId) return isElsewhere ? 'other-network' : 'checking-chain'
  if (isSame === undefined || isReadOnly === undefined) return 'checking-chain'
  if (!isSame) return 'other-chain'
  return isReadOnly ? 'view-only' : 'ready'
}

/** Returns whether the wallet is a Safe viewed by a non-owner; undefined while unknown. */
function useViewOnly(): boolean | undefined {
  const { settings } = useSettings()
  const { connector } = useConnection()
  const isSafe = connector?.type === 'safe'
  const view = useQuery({
    queryKey: ['view-only', connector?.uid],
    enabled: isSafe,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: () => isViewOnly(settings.wallets.safeAppOrigins),
  })
  return isSafe && !view.isError ? view.data : false
}

/** Returns whether the wallet's RPC serves the same chain, not just the same chain id; undefined while unknown. */
function useChainCheck(): boolean | undefined {
  const { network } = useSettings()
  const { connector, chainId, status } = useConnection()
  const ours = useClient({ chainId: network.chainId })
  const isNeeded = walletPolicy(network) === 'checked' && connector?.type !== 'demo'
  const check = useQuery({
    queryKey: ['same-chain', network.chainId, connector?.uid, chainId],
    enabled: isNeeded && status === 'connected' && chainId === network.chainId,
    // The window regains focus after the user has corrected the network in the wallet.
    refetchOnWindowFocus: 'always',
    refetchInterval: ({ state }) => (state.data === true ? 30_000 : 5_000),
    queryFn: async () => {
      const wallet = (await connector?.getProvider()) as ReadingProvider
      return isSameChain(wallet, { request: (call) => ours?.request(call as never) as never })
    },
  })
  if (!isNeeded) return true
  return check.data ?? (check.isError ? false : undefined)
}
