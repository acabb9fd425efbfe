'use client'

import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useWallet } from '@/components/wallet/use-wallet'
import { fetchBoundCode, fetchStanding } from '@/lib/client/referral/fetch-code'
import { type KeptCode, parseKept, readKept, watchKept } from '@/lib/client/referral/kept-code'
import {
  decideReferral,
  isChecking,
  type KnownCode,
  type Referral,
  type ReferralFacts,
} from '@/lib/client/referral/referral'
import { type Address, zeroAddress } from '@/lib/core/address'

const fiveMinutes = 300_000
const askAgainMs = 10_000
/** Maximum wait of an order for the check, retries included, in milliseconds. */
const longestMs = 4_000

/** The affiliate code for the connected account's orders. */
export type ReferralState = {
  readonly referral: Referral
  /** Whether orders wait for the check, which takes a few seconds at most. */
  readonly isChecking: boolean
}

/** Returns the affiliate code for the orders of the connected account. */
export function useReferral(): ReferralState {
  const { account } = useWallet()
  const { code: kept, isRefused } = useKeptCode()
  const facts: ReferralFacts = {
    kept: useKnownCode(kept),
    isRefused,
    account,
    ...useBinding(isRefused ? undefined : account),
  }
  return { referral: decideReferral(facts), isChecking: isChecking(facts) }
}

/** Returns the code that an account is bound to, while its trades are eligible. */
function useBinding(account: Address | undefined): Pick<ReferralFacts, 'bound' | 'binding'> {
  const asked = useQuery({
    queryKey: ['bound-code', account],
    enabled: account !== undefined,
    queryFn: (call) => fetchBoundCode(account ?? zeroAddress, { signal: inTime(call) }),
    ...asking,
  })
  const bound = useKnownCode(asked.data ?? undefined)
  if (account === undefined || asked.data !== undefined) return { bound, binding: 'known' }
  return { bound, binding: asked.isFetched ? 'unchecked' : 'checking' }
}

function useKnownCode(code: string | undefined): KnownCode | undefined {
  const asked = useQuery({
    queryKey: ['code-standing', code],
    enabled: code !== undefined,
    queryFn: (call) => fetchStanding(code ?? '', { signal: inTime(call), tries: 2 }),
    ...asking,
  })
  if (code === undefined) return undefined
  return { code, standing: asked.data ?? { state: asked.isFetched ? 'unchecked' : 'checking' } }
}

/** A request retries twice; an inconclusive check is repeated later, whether anything waits for it or not. */
const asking = {
  staleTime: fiveMinutes,
  retry: false,
  refetchInterval: ({ state }: { readonly state: { readonly data: unknown } }) =>
    state.data === undefined ? askAgainMs : false,
} as const

const inTime = ({ signal }: { readonly signal: AbortSignal }): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(longestMs)])

function useKeptCode(): KeptCode {
  return parseKept(useSyncExternalStore(watchKept, readKept, () => null))
}
