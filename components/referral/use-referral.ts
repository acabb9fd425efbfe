'use client'

import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useWallet } from '@/components/wallet/use-wallet'
import { fetchBoundCode } from '@/lib/client/referral/bound-code'
import { fetchStanding } from '@/lib/client/referral/code-standing'
import { type KeptCode, parseKept, readKept, watchKept } from '@/lib/client/referral/kept-code'
import { decideReferral, type Referral } from '@/lib/client/referral/referral'
import { type Address, zeroAddress } from '@/lib/core/address'

const fiveMinutes = 300_000

/** Who has brought the person, for the orders of the connected account. */
export function useReferral(): Referral {
  const { account } = useWallet()
  const { code: kept, isRefused } = useKeptCode()
  const standing = useQuery({
    queryKey: ['code-standing', kept],
    enabled: kept !== undefined,
    queryFn: ({ signal }) => fetchStanding(kept ?? '', { signal, tries: 2 }),
    staleTime: fiveMinutes,
    retry: false,
  })
  const bound = useBoundCode(isRefused ? undefined : account)
  return decideReferral({
    kept,
    isRefused,
    standing: standing.data ?? { state: 'unchecked' },
    account,
    bound,
  })
}

/** The code that an account is bound to, as long as its trades count for it. */
function useBoundCode(account: Address | undefined): string | undefined {
  const stats = useQuery({
    queryKey: ['bound-code', account],
    enabled: account !== undefined,
    queryFn: ({ signal }) => fetchBoundCode(account ?? zeroAddress, { signal }),
    staleTime: fiveMinutes,
    retry: false,
  })
  return stats.data ?? undefined
}

function useKeptCode(): KeptCode {
  return parseKept(useSyncExternalStore(watchKept, readKept, () => null))
}
