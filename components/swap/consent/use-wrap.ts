'use client'

import { useTranslations } from 'next-intl'
import { useEffect, useEffectEvent, useReducer } from 'react'
import { useConfig } from 'wagmi'
import { useSettings } from '@/components/app/settings'
import { useRefreshChainReads } from '@/components/app/use-refresh-chain-reads'
import { toastError } from '@/components/ui/toast'
import { useAccountKind } from '@/components/wallet/use-account-kind'
import { usePendingTimeout, useRequests } from '@/components/wallet/use-requests'
import { useWallet } from '@/components/wallet/use-wallet'
import type { ParsedAmount } from '@/lib/client/amount-text'
import type { Translator } from '@/lib/client/i18n/translator'
import { isExchange, type PairKind, type SwapEdit } from '@/lib/client/swap/swap-form'
import { awaitedWrap, nextWrap, type PendingWrap } from '@/lib/client/swap/wrap-state'
import type { PendingTransaction } from '@/lib/client/wallet/pending-transaction'
import { type Address, nativeToken, toAddress } from '@/lib/core/address'
import type { WrapInput } from './wrap-native'

/** Loaded on demand: the first view wraps nothing. */
const loadWrap = () => import('./wrap-native')

type WrappingForm = {
  readonly pair: PairKind
  readonly typed: ParsedAmount
  readonly edit: (edit: SwapEdit) => void
}

/** The wrap or unwrap of a form. */
export type Wrapping = {
  readonly inFlight: PendingWrap | undefined
  /** Switches the form to the wrap that the requested sale needs. */
  readonly wrapFirst: () => void
  readonly start: (direction: WrapInput['direction']) => void
}

/**
 * Wraps or unwraps the native token with a transaction of the wallet, then continues with the form. Resumes a
 * transaction that was pending before a reload.
 */
export function useWrap({ pair, typed, edit }: WrappingForm): Wrapping {
  const { network } = useSettings()
  const { account: owner } = useWallet()
  const isContract = useAccountKind() === 'contract'
  const wrapped = toAddress(network.wrappedNative)
  const { run, inFlight } = useRun((direction) => {
    const there = { sellToken: nativeToken, buyToken: wrapped }
    const back = { sellToken: wrapped, buyToken: nativeToken }
    edit({ type: 'exchanged', ...(direction === 'wrap' ? there : back) })
  })
  const direction = isExchange(pair) ? pair : undefined
  const resume = useEffectEvent(async (what: WrapInput['direction'], account: Address) => {
    const { findPending } = await import('@/lib/client/wallet/pending-transaction')
    const sent = findPending({ what, chainId: network.chainId, token: wrapped, owner: account })
    if (sent && !inFlight) await run({ direction: what, owner: account, sent })
  })
  useEffect(() => {
    if (owner && direction) void resume(direction, owner)
  }, [owner, direction])
  const start = (requested: WrapInput['direction']) => {
    if (!owner || !('atoms' in typed)) return
    void run({ direction: requested, amount: typed.atoms, owner, isContract })
  }
  return { inFlight, start, wrapFirst: () => edit({ type: 'wrap-first', wrapped }) }
}

/** The pending or last wallet request. */
type Work =
  | WrapInput
  | (Pick<WrapInput, 'direction' | 'owner'> & { readonly sent: PendingTransaction })

/** Runs one wrap at a time, and reports how it ended. */
function useRun(onDone: (direction: WrapInput['direction']) => void) {
  const t = useTranslations('swap')
  const wallet = useTranslations('wallet')
  const config = useConfig()
  const { network } = useSettings()
  const refresh = useRefreshChainReads()
  const requests = useRequests()
  const [inFlight, send] = useReducer(nextWrap, undefined)
  usePendingTimeout(awaitedWrap(inFlight), send)
  useEffect(() => requests.stop, [requests])

  const run = async (work: Work) => {
    const { id, signal } = requests.begin()
    const { direction } = work
    if ('sent' in work) send({ type: 'resume', id, direction })
    else send({ type: 'ask', id, direction, isContract: work.isContract })
    try {
      const { sendWrap, followWrap, showWrapped } = await loadWrap()
      const sent = 'sent' in work ? work.sent : await sendWrap(config, network, work)
      send({ type: 'send', id })
      const hash = await followWrap(config, network, { ...work, sent, signal })
      onDone(direction)
      await refresh()
      showWrapped(t, { network, hash, direction })
    } catch (cause) {
      if (cause !== signal.reason) await showFailure(wallet, cause)
    }
    send({ type: 'end', id })
  }
  return { run, inFlight }
}

function showFailure(t: Translator<'wallet'>, cause: unknown): Promise<void> {
  return loadWrap().then(
    ({ showWrapFailure }) => showWrapFailure(t, cause),
    () => toastError({ title: t('problem.failed'), description: t('problem.again') }),
  )
}
