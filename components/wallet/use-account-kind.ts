'use client'

import { useBytecode, useConnection } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { type AccountKind, accountKind } from '@/lib/client/wallet/account-code'
import { useWallet } from './use-wallet'

const askAgainMs = 10_000

/** Whether the connected account is a contract on the network that is shown; undefined while that is not known. */
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
      // Orders wait for it.
      refetchInterval: ({ state }) => (state.status === 'error' ? askAgainMs : false),
    },
  })
  if (isSafeApp) return 'contract'
  return code.data === undefined ? undefined : accountKind(code.data ?? undefined)
}
