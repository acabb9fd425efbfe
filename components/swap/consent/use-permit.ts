'use client'

import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useReducer, useState } from 'react'
import { useConfig, useReadContract } from 'wagmi'
import { isFirstLoad } from '@/components/app/is-first-load'
import { useSettings } from '@/components/app/settings'
import { useDelayed } from '@/components/app/use-delayed'
import { useAccountKind } from '@/components/wallet/use-account-kind'
import { usePendingTimeout, useRequests } from '@/components/wallet/use-requests'
import type { PermitForm, PermitGrant, PermitTerms } from '@/lib/client/permit'
import {
  nextPermit,
  noPermit,
  type PermitEvent,
  type PermitNeed,
  type PermitState,
  permitStage,
  usablePermit,
} from '@/lib/client/swap/permit-state'
import type { PermitFact } from '@/lib/client/swap/review-action'
import { tokenAbi } from '@/lib/client/wallet/token-abi'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { useOpenClaim } from './use-open-claim'

/** Parameters of a hook that uses a permit. */
export type SignedPermit = {
  readonly terms: PermitTerms
  readonly grant: PermitGrant
  readonly signature: Hex
}

/** The permit that an order of the form may include instead of an approval. */
export type OrderPermit = {
  /** Whether the order includes one, unless its owner prefers an approval. */
  readonly isPlanned: boolean
  /** Whether this is being determined for the first time. */
  readonly isChecking: boolean
  /** The permitted amount: the order's, or unlimited. */
  readonly form: PermitForm | undefined
  /** The permitted amount: what the order needs plus what the token's open orders may still sell. */
  readonly allowed: (need: PermitNeed) => bigint
  readonly factFor: (need: PermitNeed) => PermitFact
  /** The last failure. */
  readonly error: unknown
  readonly sign: (need: PermitNeed) => void
  /** Switches to an approval by transaction. */
  readonly skip: () => void
  /** The signed permit that covers what is needed, if there is one. */
  readonly signedFor: (need: PermitNeed) => SignedPermit | undefined
  /** Called when an order with the permit was accepted. */
  readonly use: () => void
}

type Input = {
  readonly token: Address | undefined
  readonly owner: Address | undefined
  /** The order's sell amount in atoms, at least. */
  readonly minAmount: bigint
}

/** Loaded on demand: the first view signs nothing. */
const loadPermits = () => import('@/lib/client/wallet/sign-permit')

/** Seconds that a permit is valid beyond its order, so that it is still valid for a refreshed price. */
const spareSeconds = 900

/** Determines whether the form's orders can include a permit of the sell token, and has the wallet sign it. */
export function usePermit({ token, owner, minAmount }: Input): OrderPermit {
  const config = useConfig()
  const queries = useQueryClient()
  const requests = useRequests()
  const { settings, network } = useSettings()
  const spender = toAddress(settings.vaultRelayerContract)
  const { terms, isShort, isChecking, open } = usePermitFacts({ token, owner, minAmount, spender })
  const id = `${network.chainId} ${token} ${owner}`
  const [state, send] = usePermitState(id)
  const [skipped, setSkipped] = useState<string>()
  const [error, setError] = useState<unknown>()
  const nonce = terms?.nonce
  useEffect(() => {
    if (nonce !== undefined) send({ type: 'nonce', nonce })
  }, [nonce, send])
  const { phase } = state
  usePendingTimeout(phase.at === 'wallet' ? phase : undefined, send)

  // Two permits share one nonce, so one of two orders would lose its allowance.
  const isPlanned = terms !== undefined && isShort && !open.setsAllowance && skipped !== id
  // A permit replaces the allowance that open orders rely on.
  const withOpen = ({ amount, validTo }: PermitNeed): PermitNeed => ({
    amount: amount + open.claim.atoms,
    validTo,
  })

  // Another permit may have been used since the nonce was read, which would invalidate this one.
  const signFresh = async (grant: PermitGrant) => {
    const { readPermitTerms, signPermit } = await loadPermits()
    const place = { chainId: network.chainId, token: token ?? nativeToken, owner: grant.owner }
    const fresh = await readPermitTerms(config, place)
    if (!fresh) throw new Error('the token no longer supports permits')
    queries.setQueryData(termsKey(network.name, token, grant.owner), fresh)
    send({ type: 'nonce', nonce: fresh.nonce })
    return { ...grant, nonce: fresh.nonce, signature: await signPermit(config, fresh, grant) }
  }

  const sign = ({ amount, validTo }: PermitNeed) => {
    if (!terms || !owner) return
    const { id, signal } = requests.begin()
    // The sell amount of a buy order changes with its price.
    const grant = {
      owner,
      spender,
      amount: withRoom(amount, minAmount) + open.claim.atoms,
      deadline: validTo + spareSeconds,
    }
    setError(undefined)
    send({ type: 'ask', id })
    signFresh(grant).then(
      (permit) => send({ type: 'sign', id, permit }),
      (cause) => {
        if (signal.aborted) return
        setError(cause)
        send({ type: 'fail', id })
      },
    )
  }

  return {
    ...{ isPlanned, isChecking, form: terms?.form, error, sign },
    allowed: (need) => withOpen(need).amount,
    skip: () => setSkipped(id),
    factFor: (need) => (isPlanned ? permitStage(state, withOpen(need)) : 'none'),
    signedFor: (need) => {
      const permit = usablePermit(state, withOpen(need))
      if (!isPlanned || !permit || !owner) return undefined
      return {
        terms: { ...terms, nonce: permit.nonce },
        grant: { ...permit, owner, spender },
        signature: permit.signature,
      }
    },
    use: () => {
      send({ type: 'use' })
      void queries.invalidateQueries({ queryKey: ['permit'] })
    },
  }
}

/** A sell order's amount is exact; for a buy order, 5 % more is permitted. */
const withRoom = (amount: bigint, minAmount: bigint): bigint =>
  amount === minAmount ? amount : amount + amount / 20n

/** The state of a permit; reset when the account, the token or the network changes. */
function usePermitState(id: string) {
  const [{ of, state }, send] = useReducer(
    (before: { of: string; state: PermitState }, event: PermitEvent & { of: string }) => ({
      of: event.of,
      state: nextPermit(before.of === event.of ? before.state : noPermit, event),
    }),
    { of: id, state: noPermit },
  )
  const dispatch = useCallback((event: PermitEvent) => send({ ...event, of: id }), [id])
  return [of === id ? state : noPermit, dispatch] as const
}

const termsKey = (network: string, token: Address | undefined, owner: Address | undefined) =>
  ['permit', 'terms', network, token, owner] as const

/** One block of the main network. */
const refetchInterval = 12_000
/** Maximum wait of an order for these reads, in milliseconds. */
const maxWaitMs = 4_000

/** Reads whether the token supports permits, whether the allowance is insufficient, and what else relies on it. */
function usePermitFacts({
  token,
  owner,
  minAmount,
  spender,
}: Input & { readonly spender: Address }) {
  const config = useConfig()
  const { network } = useSettings()
  const { name, chainId } = network
  const kind = useAccountKind()
  const place = token !== undefined && token !== nativeToken && owner !== undefined
  const isAsked = place && kind === 'key'
  const terms = useQuery({
    queryKey: termsKey(name, token, owner),
    queryFn: async () => {
      if (!token || !owner) return null
      const { readPermitTerms } = await loadPermits()
      return readPermitTerms(config, { chainId, token, owner })
    },
    enabled: isAsked,
    refetchInterval,
  })
  const takesPermits = isAsked && terms.data != null
  const allowance = useReadContract({
    ...{ chainId, address: token, abi: tokenAbi, functionName: 'allowance' },
    args: [owner ?? nativeToken, spender],
    query: { enabled: isAsked && terms.data !== null, refetchInterval },
  })
  const claim = useOpenClaim({ token, owner, enabled: takesPermits })
  const { open } = claim
  const isShort = allowance.data !== undefined && allowance.data < minAmount + open.claim.atoms
  const isKnown = takesPermits && claim.data !== undefined
  const isChecking =
    place &&
    (kind === undefined ||
      (isAsked && isFirstLoad(terms)) ||
      (takesPermits && (isFirstLoad(allowance) || isFirstLoad(claim))))
  const isLate = useDelayed(isChecking, maxWaitMs)
  return {
    terms: isKnown ? (terms.data ?? undefined) : undefined,
    isShort,
    open,
    isChecking: isChecking && !isLate,
  }
}
