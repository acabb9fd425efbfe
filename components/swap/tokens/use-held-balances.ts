'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { fetchHeldBalances } from '@/lib/client/api'
import type { Address } from '@/lib/core/address'

const refetchInterval = 12_000

/** Fetches an account's balances of listed tokens in atoms; omits zero and unknown balances. */
export function useHeldBalances(account: Address | undefined): ReadonlyMap<Address, bigint> {
  const { network } = useSettings()
  const { data } = useQuery({
    queryKey: ['held-balances', network.name, account],
    queryFn: ({ signal }) => fetchHeldBalances(network.name, account as Address, { signal }),
    enabled: account !== undefined,
    refetchInterval,
  })
  return useMemo(() => {
    const held = Object.entries(data ?? {}) as [Address, string | null][]
    return new Map(held.flatMap(([token, atoms]) => (atoms ? [[token, BigInt(atoms)]] : [])))
  }, [data])
}
