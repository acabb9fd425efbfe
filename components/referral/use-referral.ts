'use client'

import { useQuery } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import { useSettings } from '@/components/app/settings'
import { useWallet } from '@/components/wallet/use-wallet'
import { fetchOrders } from '@/lib/client/api'
import { fetchBoundCode, fetchCodeStatus } from '@/lib/client/referral/fetch-code'
import {
  decideReferral,
  isChecking,
  isTradeWithoutCode,
  type KnownCode,
  type Referral,
  type ReferralFacts,
} from '@/lib/client/referral/referral'
import {
  parseStored,
  readStored,
  type StoredCode,
  watchStored,
} from '@/lib/client/referral/stored-code'
import { type Address, zeroAddress } from '@/lib/core/address'

/** A code's registration rarely changes. */
const fiveMinutes = 300_000
/** Pause after an inconclusive check. */
const retryMs = 10_000
/** Maximum wait of an order for the check, retries included, in milliseconds. */
const maxWaitMs = 4_000

/** The affiliate code for the connected account's orders. */
export type ReferralState = {
  readonly referral: Referral
  /** Whether orders wait for the check, which takes a few seconds at most. */
  readonly isChecking: boolean
}

/** Returns the affiliate code for the orders of the connected account. */
export function useReferral(): ReferralState {
  const { account } = useWallet()
  const { code: linked, isRefused } = useStoredCode()
  const known = useBinding(isRefused ? undefined : account)
  const mayBind = linked !== undefined && known.binding === 'known' && known.bound === undefined
  const facts: ReferralFacts = {
    linked: useKnownCode(linked),
    isRefused,
    account,
    ...known,
    hasTraded: useHasTraded(mayBind ? account : undefined),
  }
  return { referral: decideReferral(facts), isChecking: isChecking(facts) }
}

/** Returns the code that an account is bound to, while its trades are eligible. */
function useBinding(account: Address | undefined): Pick<ReferralFacts, 'bound' | 'binding'> {
  const query = useQuery({
    queryKey: ['bound-code', account],
    enabled: account !== undefined,
    queryFn: (call) => fetchBoundCode(account ?? zeroAddress, { signal: withTimeout(call) }),
    ...queryOptions,
  })
  const bound = useKnownCode(query.data ?? undefined)
  if (account === undefined || query.data !== undefined) return { bound, binding: 'known' }
  return { bound, binding: query.isFetched ? 'unchecked' : 'checking' }
}

/** Returns whether an account traded without a code; false until known. Its newest orders on the network suffice. */
function useHasTraded(account: Address | undefined): boolean {
  const { network } = useSettings()
  const query = useQuery({
    queryKey: ['traded-without-code', network.name, account],
    enabled: account !== undefined,
    queryFn: async ({ signal }) => {
      const page = { owner: account ?? zeroAddress, offset: 0, limit: 50 }
      const orders = await fetchOrders(network.name, page, { signal })
      return orders.some(isTradeWithoutCode)
    },
    staleTime: fiveMinutes,
    retry: false,
  })
  return account !== undefined && query.data === true
}

function useKnownCode(code: string | undefined): KnownCode | undefined {
  const query = useQuery({
    queryKey: ['code-standing', code],
    enabled: code !== undefined,
    queryFn: (call) => fetchCodeStatus(code ?? '', { signal: withTimeout(call), tries: 2 }),
    ...queryOptions,
  })
  if (code === undefined) return undefined
  return { code, status: query.data ?? { state: query.isFetched ? 'unchecked' : 'checking' } }
}

/** A request retries twice; an inconclusive check is repeated later, whether anything waits for it or not. */
const queryOptions = {
  staleTime: fiveMinutes,
  retry: false,
  refetchInterval: ({ state }: { readonly state: { readonly data: unknown } }) =>
    state.data === undefined ? retryMs : false,
} as const

const withTimeout = ({ signal }: { readonly signal: AbortSignal }): AbortSignal =>
  AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)])

function useStoredCode(): StoredCode {
  return parseStored(useSyncExternalStore(watchStored, readStored, () => null))
}
