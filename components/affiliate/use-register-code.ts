'use client'

import { useTranslations } from 'next-intl'
import { useRef, useState } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
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

/** Where the way from a code to its registration stands. */
export type RegistrationStage = 'review' | 'signing' | 'sending'

/** The way from a code to its registration. */
export type Registration = {
  readonly stage: RegistrationStage
  readonly failure: RegistrationFailure | undefined
  /** Since when the failure is known, in milliseconds. */
  readonly failedAtMs: number
  /** Has the code signed and registered; undefined is given where that failed. */
  readonly register: (code: string) => Promise<string | undefined>
  readonly forgetFailure: () => void
}

type Signed = { readonly account: Address; readonly code: string; readonly signedMessage: Hex }

/** Signs and registers a code for an account; a signature that never reached the service is sent again. */
export function useRegisterCode(account: Address): Registration {
  const t = useTranslations('affiliate')
  const config = useConfig()
  const { settings } = useSettings()
  const [stage, setStage] = useState<RegistrationStage>('review')
  const [failed, setFailed] = useState<{ failure: RegistrationFailure; atMs: number }>()
  const current = useRef(account)
  current.current = account
  const kept = useRef<Signed>(undefined)
  // Two presses in one frame must not ask the wallet twice.
  const isRunning = useRef(false)

  const sign = async (code: string): Promise<Signed> => {
    const before = kept.current
    if (before?.account === account && before.code === code) return before
    setStage('signing')
    const [{ getConnectorClient }, { signAffiliateCode }] = await Promise.all([
      import('wagmi/actions'),
      import('@/lib/client/sign-affiliate-code'),
    ])
    const client = await getConnectorClient(config, { assertChainId: false })
    const registration = { walletAddress: account, code, affiliateName: settings.affiliateName }
    const signedMessage = await signAffiliateCode(client, registration)
    if (current.current !== account) throw accountChanged
    return { account, code, signedMessage }
  }

  const register = async (code: string): Promise<string | undefined> => {
    if (isRunning.current) return undefined
    isRunning.current = true
    setFailed(undefined)
    try {
      const signed = await sign(code)
      kept.current = signed
      setStage('sending')
      await registerCode({ walletAddress: account, code, signedMessage: signed.signedMessage })
      return code
    } catch (error) {
      const failure = explainFailure(t, isDeclined(error) ? declined : (error as RegistrationError))
      // A signature that the service has judged is worth nothing any more.
      if (failure.next !== 'resend') kept.current = undefined
      setFailed({ failure, atMs: Date.now() })
      return undefined
    } finally {
      isRunning.current = false
      setStage('review')
    }
  }

  return {
    stage,
    failure: failed?.failure,
    failedAtMs: failed?.atMs ?? 0,
    register,
    forgetFailure: () => setFailed(undefined),
  }
}

const declined: RegistrationError = { code: 4001, message: 'declined' }
