'use client'

import { useCallback, useMemo } from 'react'
import { useBalance, useReadContracts } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import type { Token } from '@/lib/client/swap/tokens'
import { tokenAbi } from '@/lib/client/wallet/token-abi'
import { type Address, nativeToken } from '@/lib/core/address'

/** One block of the main network. */
const refetchInterval = 12_000

/** The account's balance of a token in atoms; undefined while unknown. */
export type BalanceOf = (token: Address | undefined) => bigint | undefined

/** Reads an account's balances of a few tokens on the current network in one call. */
export function useBalances(tokens: readonly Token[], account: Address | undefined): BalanceOf {
  const { network } = useSettings()
  const { chainId } = network
  const addresses = useMemo(
    () => tokens.map(({ address }) => address).filter((address) => address !== nativeToken),
    [tokens],
  )
  const query = { enabled: account !== undefined, refetchInterval }
  const native = useBalance({ address: account, chainId, query })
  const reads = useReadContracts({
    contracts: addresses.map((address) => ({
      address,
      chainId,
      abi: tokenAbi,
      functionName: 'balanceOf' as const,
      args: [account ?? nativeToken] as const,
    })),
    query,
  })
  return useCallback(
    (token) => {
      if (!account || !token) return undefined
      if (token === nativeToken) return native.data?.value
      const found = reads.data?.[addresses.indexOf(token)]
      return found?.status === 'success' ? found.result : undefined
    },
    [account, addresses, native.data, reads.data],
  )
}
