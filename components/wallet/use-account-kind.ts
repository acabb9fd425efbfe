'use client'

import { useBytecode, useConnection } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { type AccountKind, accountKind } from '@/lib/client/wallet/account-code'
import { useWallet } from './use-wallet'

/** Pause after an unanswered read. */
const retryMs = 10_000

/** Returns whether the connected account is a contract on the selected network; undefined while unknown. */
export function useAccountKind(): AccountKind | undefined {
  const { network } = useSettings()
  const { account } = useWallet()
  const { connector } = useConnection()
  const isSafeApp = connector?.type === 'safe'
  const code = useBytecode({
    address: account,
    chainId: network.chainId,
    query: {
      enabled: account !== undefined && !isSafeApp,
      staleTime: 60_000,
      // Retry: placing an order requires the account kind.
      refetchInterval: ({ state }) => (state.status === 'error' ? retryMs : false),
    },
  })
  if (isSafeApp) return 'contract'
  return code.data === undefined ? undefined : accountKind(code.data ?? undefined)
}
