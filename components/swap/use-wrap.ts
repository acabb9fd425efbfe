'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useReducer } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import { toastError } from '@/components/ui/toast'
import { useAccountKind } from '@/components/wallet/use-account-kind'
import { useWallet } from '@/components/wallet/use-wallet'
import type { ParsedAmount } from '@/lib/client/amount-text'
import type { Translator } from '@/lib/client/i18n/translator'
import type { SwapEdit, SwapForm } from '@/lib/client/swap/swap-form'
import { awaitedWrap, nextWrap, type WrapUnderWay } from '@/lib/client/swap/wrap-state'
import { toAddress } from '@/lib/core/address'
import { useLateness } from './use-lateness'
import { useRequests } from './use-requests'
import type { WrapInput } from './wrap-native'

/** What wraps, and what tells of it, is no part of the first view. */
const loadWrap = () => import('./wrap-native')

type WrappingForm = {
  readonly form: SwapForm
  readonly typed: ParsedAmount
  readonly edit: (edit: SwapEdit) => void
}

/** The wrap or unwrap of a form. */
export type Wrapping = {
  readonly underWay: WrapUnderWay | undefined
  /** Turns the form to the wrap that comes before the sale it asks for. */
  readonly wrapFirst: () => void
  readonly start: (direction: WrapInput['direction']) => void
}

/** Wraps and unwraps the native token by a transaction of the wallet, and goes on with the form then. */
export function useWrap({ form, typed, edit }: WrappingForm): Wrapping {
  const { network } = useSettings()
  const { account: owner } = useWallet()
  const isContract = useAccountKind() === 'contract'
  const { run, underWay } = useRun(isContract)

  const start = (direction: WrapInput['direction']) => {
    const { sellToken, buyToken } = form
    if (!owner || !('atoms' in typed)) return
    const input = { direction, amount: typed.atoms, owner, isContract }
    void run(input, () => edit({ type: 'exchanged', sellToken, buyToken }))
  }
  const wrapped = toAddress(network.wrappedNative)
  return { underWay, start, wrapFirst: () => edit({ type: 'wrap-first', wrapped }) }
}

/** Does one wrap at a time, and tells how it ended. */
function useRun(isContract: boolean) {
  const t = useTranslations('swap')
  const wallet = useTranslations('wallet')
  const config = useConfig()
  const { network } = useSettings()
  const refresh = useRefreshChainReads()
  const requests = useRequests()
  const [underWay, send] = useReducer(nextWrap, undefined)
  useLateness(awaitedWrap(underWay, isContract), send)
  useEffect(() => requests.stop, [requests])

  const run = async (input: WrapInput, onDone: () => void) => {
    const { id, signal } = requests.begin()
    const { direction } = input
    send({ type: 'ask', id, direction })
    try {
      const { wrapNative, tellWrapped } = await loadWrap()
      const onSent = () => send({ type: 'send', id })
      const hash = await wrapNative(config, network, { ...input, signal, onSent })
      refresh()
      onDone()
      tellWrapped(t, { network, hash, direction })
    } catch (cause) {
      if (cause !== signal.reason) await tellFailure(wallet, cause)
    }
    send({ type: 'end', id })
  }
  return { run, underWay }
}

function tellFailure(t: Translator<'wallet'>, cause: unknown): Promise<void> {
  return loadWrap().then(
    ({ tellNotWrapped }) => tellNotWrapped(t, cause),
    () => toastError({ title: t('problem.failed'), description: t('problem.again') }),
  )
}
