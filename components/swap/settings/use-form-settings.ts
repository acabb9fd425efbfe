'use client'

import { useQuery } from '@tanstack/react-query'
import { type Dispatch, useSyncExternalStore } from 'react'
import { useSettings } from '@/components/app/settings'
import { useAccountKind } from '@/components/wallet/use-account-kind'
import { fetchSlippageBps, type SlippageQuestion } from '@/lib/client/api'
import { storedText } from '@/lib/client/stored-text'
import { type DeadlineView, nextDeadline, viewDeadline } from '@/lib/client/swap/deadline'
import type { QuoteOffer } from '@/lib/client/swap/quote-offer'
import type { SettingEvent, SettingText } from '@/lib/client/swap/setting-text'
import {
  nextSlippage,
  type SlippageView,
  slippageQuestion,
  slippageSize,
  viewSlippage,
} from '@/lib/client/swap/slippage'

/** An order must not wait for a recommendation for longer. */
const maxWaitMs = 2_000
/** Recommendations change slowly. */
const freshMs = 120_000

/** The current slippage, and a function that changes it. */
export type SlippageChoice = SlippageView & { readonly change: Dispatch<SettingEvent> }

/**
 * Returns the form's slippage: the owner's choice, else the service's recommendation for the quote, else, after two
 * seconds without one, the default.
 */
export function useSlippage(offer: QuoteOffer | undefined, validSeconds: number): SlippageChoice {
  const { network } = useSettings()
  const [state, change] = useSetting('slippage', nextSlippage)
  const question = offer && slippageQuestion(offer, validSeconds)
  const { params, query } = question ?? {}
  const pair = [network.name, params?.baseTokenAddress, params?.quoteTokenAddress, query?.orderKind]
  const { data, isLoading } = useQuery({
    // The fee is no key: it changes with each block, the slippage hardly does.
    queryKey: ['slippage', ...pair, query?.sellAmount, query?.buyAmount, validSeconds],
    enabled: question !== undefined,
    queryFn: ({ signal }) => {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(maxWaitMs)])
      return fetchSlippageBps(network.name, question as SlippageQuestion, { signal: inTime })
    },
    staleTime: freshMs,
    refetchInterval: freshMs,
    retry: false,
    // A new amount of the same pair barely changes the recommendation, unless the pair can hardly trade the last one.
    placeholderData: (previous, before) => {
      const isSamePair = String(before?.queryKey.slice(1, 5)) === String(pair)
      const isKept = question === undefined || isSamePair
      return isKept && previous !== undefined && slippageSize(previous) === 'usual'
        ? previous
        : undefined
    },
  })
  return { ...viewSlippage(state, isLoading ? 'loading' : data), change }
}

/** The current deadline, and a function that changes it. */
export type DeadlineChoice = DeadlineView & { readonly change: Dispatch<SettingEvent> }

/** Returns the validity of the form's orders: the one stored in this browser, else the default. */
export function useDeadline(): DeadlineChoice {
  const kind = useAccountKind() ?? 'key'
  const [{ text }, change] = useSetting('deadline', nextDeadline(kind))
  return { ...viewDeadline(text, kind), change }
}

/** A form setting stored in this browser, and a function that changes it. */
function useSetting(
  name: 'slippage' | 'deadline',
  next: (state: SettingText, event: SettingEvent) => SettingText,
): readonly [SettingText, Dispatch<SettingEvent>] {
  const stored = storedText(`coincide.${name}`)
  const text = useSyncExternalStore(stored.watch, stored.read, () => null) ?? ''
  const change = (event: SettingEvent) => {
    const changed = next({ text: stored.read() ?? '' }, event)
    stored.write(changed.text === '' ? null : changed.text)
  }
  return [{ text }, change]
}
