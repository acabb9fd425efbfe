'use client'

import { useQuery } from '@tanstack/react-query'
import { useSettings } from '@/components/app/settings'
import { hasPreHookOn } from '@/lib/client/app-data-hook'
import { type Claim, claimsOf, noClaim } from '@/lib/client/portfolio/claims'
import { fetchOpenOrders } from '@/lib/client/portfolio/read-portfolio'
import { type Address, nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

/** What an account's open orders require of a token's allowance, which a new approval must preserve. */
export type OpenClaim = {
  readonly claim: Claim
  /** Whether one of them calls the token in a pre-hook, and so may set the allowance by a permit. */
  readonly setsAllowance: boolean
}

type Input = {
  readonly token: Address | undefined
  readonly owner: Address | undefined
  /** The order that is to be replaced: it will draw nothing more. */
  readonly except?: Hex
  /** Whether the query is enabled. */
  readonly enabled?: boolean
}

/** First element of the query key. */
export const openClaimKey = 'open-claim'
/** Only orders placed or filled elsewhere change it. */
const everyMs = 30_000
const nothing: OpenClaim = { claim: noClaim, setsAllowance: false }

/** Fetches what an account's open orders may still draw on a token's allowance. */
export function useOpenClaim({ token, owner, except, enabled = true }: Input) {
  const { name } = useSettings().network
  const query = useQuery({
    queryKey: [openClaimKey, name, token, owner, except],
    queryFn: async ({ signal }): Promise<OpenClaim> => {
      if (!token || !owner) return nothing
      const orders = await fetchOpenOrders({ network: name, account: owner }, { signal })
      const selling = orders.filter(({ sellToken, uid }) => sellToken === token && uid !== except)
      return {
        claim: claimsOf(owner, selling).get(token) ?? noClaim,
        setsAllowance: selling.some(({ fullAppData }) => hasPreHookOn(fullAppData, token)),
      }
    },
    enabled: enabled && token !== undefined && token !== nativeToken && owner !== undefined,
    refetchInterval: everyMs,
  })
  return { ...query, open: query.data ?? nothing }
}
