'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useRef, useState } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import {
  usePendingTimeout,
  useRequests,
  type WalletRequest,
} from '@/components/wallet/use-requests'
import { registerCode } from '@/lib/client/api'
import { isDeclined } from '@/lib/client/wallet/is-declined'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import {
  accountChanged,
  explainFailure,
  type RegistrationError,
  type RegistrationFailure,
} from './registration-failure'

/** The state of a registration. */
export type RegistrationStage = 'review' | 'signing' | 'sending'

/** A registration and its actions. */
export type Registration = {
  readonly stage: RegistrationStage
  /** Whether the wallet has not answered for a minute, so that it may be asked again. */
  readonly isLate: boolean
  readonly failure: RegistrationFailure | undefined
  /** When the failure occurred, in milliseconds. */
  readonly failedAtMs: number
  /** Signs and registers a code; resolves to undefined on failure. */
  readonly register: (code: string) => Promise<string | undefined>
  readonly forgetFailure: () => void
  /** Cancels the wallet request; a later answer is ignored. */
  readonly stop: () => void
}

type Signed = { readonly account: Address; readonly code: string; readonly signedMessage: Hex }

/** A wallet request that is pending. */
type Asked = { readonly id: number; readonly isLate: boolean }

/** Signs and registers a code for an account. A signature that did not reach the service is sent again. */
export function useRegisterCode(account: Address): Registration {
  const t = useTranslations('affiliate')
  const config = useConfig()
  const { settings } = useSettings()
  const [stage, setStage] = useState<RegistrationStage>('review')
  const [failed, setFailed] = useState<{ failure: RegistrationFailure; atMs: number }>()
  const current = useRef(account)
  current.current = account
  const kept = useRef<Signed>(undefined)
  const requests = useRequests()
  // A double click must not prompt the wallet twice.
  const isRunning = useRef(false)
  const [asked, setAsked] = useState<Asked>()
  const isLate = asked?.isLate === true
  const tellLate = useCallback(({ id }: { readonly id: number }) => {
    isRunning.current = false
    setAsked({ id, isLate: true })
  }, [])
  usePendingTimeout(asked && !isLate ? { id: asked.id, at: 'wallet' } : undefined, tellLate)

  const sign = async (code: string, { id, signal }: WalletRequest): Promise<Signed> => {
    const before = kept.current
    if (before?.account === account && before.code === code) return before
    setStage('signing')
    setAsked({ id, isLate: false })
    const [{ getConnectorClient }, { signAffiliateCode }] = await Promise.all([
      import('wagmi/actions'),
      import('@/lib/client/sign-affiliate-code'),
    ])
    const client = await getConnectorClient(config, { assertChainId: false })
    // After an unmount, nothing more is requested.
    signal.throwIfAborted()
    const registration = { walletAddress: account, code, affiliateName: settings.affiliateName }
    const signedMessage = await signAffiliateCode(client, registration)
    signal.throwIfAborted()
    if (current.current !== account) throw accountChanged
    return { account, code, signedMessage }
  }

  const register = async (code: string): Promise<string | undefined> => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setFailed(undefined)
    const request = requests.begin()
    try {
      const signed = await sign(code, request)
      kept.current = signed
      setAsked(undefined)
      setStage('sending')
      await registerCode({ walletAddress: account, code, signedMessage: signed.signedMessage })
      return code
    } catch (error) {
      if (request.signal.aborted) return undefined
      const failure = explainFailure(t, isDeclined(error) ? declined : (error as RegistrationError))
      // A signature rejected by the service must not be sent again.
      if (failure.next !== 'resend') kept.current = undefined
      setFailed({ failure, atMs: Date.now() })
      return undefined
    } finally {
      if (!request.signal.aborted) rest()
    }
  }
  const rest = () => {
    isRunning.current = false
    setAsked(undefined)
    setStage('review')
  }

  return {
    stage,
    isLate,
    failure: failed?.failure,
    failedAtMs: failed?.atMs ?? 0,
    register,
    forgetFailure: () => setFailed(undefined),
    stop: () => {
      requests.stop()
      rest()
    },
  }
}

const declined: RegistrationError = { code: 4001, message: 'declined' }
