'use client'

import { useQuery } from '@tanstack/react-query'
import { useClient } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { hasNames } from '@/lib/client/wallet/name-registry'
import type { Address } from '@/lib/core/address'

/** Names rarely change. */
const tenMinutes = 600_000

/** Returns whether the current network has a name service; undefined while unknown or not needed. */
export function useHasNames(isNeeded: boolean): boolean | undefined {
  const { network } = useSettings()
  const client = useClient({ chainId: network.chainId })
  const { data } = useQuery({
    queryKey: ['has-names', network.name],
    enabled: isNeeded && client !== undefined,
    queryFn: () => (client ? hasNames(client) : false),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  return data
}

/**
 * Returns the name that an account has chosen, if it resolves to the account on the current network. The code that reads
 * names loads only on networks that have some.
 */
export function usePrimaryName(account: Address | undefined): string | undefined {
  const { network } = useSettings()
  const client = useClient({ chainId: network.chainId })
  const isPossible = useHasNames(account !== undefined) === true
  const { data } = useQuery({
    queryKey: ['primary-name', network.name, account],
    enabled: isPossible && account !== undefined && client !== undefined,
    queryFn: async () => {
      const { findPrimaryName } = await import('@/lib/client/wallet/find-name')
      return client && account ? ((await findPrimaryName(client, account)) ?? null) : null
    },
    staleTime: tenMinutes,
    retry: false,
  })
  return data ?? undefined
}
