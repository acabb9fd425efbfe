'use client'

import { useQuery } from '@tanstack/react-query'
import type { Dispatch } from 'react'
import { useSettings } from '@/components/app/settings'
import { fetchSlippageBps, type SlippageQuestion } from '@/lib/client/api'
import type { QuoteOffer } from '@/lib/client/swap/quote-offer'
import type { SettingEvent } from '@/lib/client/swap/setting-text'
import { slippageQuestion } from '@/lib/client/swap/slippage-question'
import { nextSlippage, type SlippageView, viewSlippage } from '@/lib/client/swap/slippage-state'
import { useSetting } from './use-setting'

const longestWaitMs = 2_000
const freshMs = 120_000

/** The slippage that holds, and how it is changed. */
export type SlippageChoice = SlippageView & { readonly change: Dispatch<SettingEvent> }

/**
 * The slippage of the form: what the owner chose, else what the service recommends for the offer, else, where
 * it does not say within two seconds, the default.
 */
export function useSlippage(offer: QuoteOffer | undefined, validSeconds: number): SlippageChoice {
  const { network } = useSettings()
  const [state, change] = useSetting('slippage', nextSlippage)
  const question = offer && slippageQuestion(offer, validSeconds)
  const { params, query } = question ?? {}
  const pair = [network.name, params?.baseTokenAddress, params?.quoteTokenAddress, query?.orderKind]
  const { data, isLoading } = useQuery({
    // Not by the fee: it changes with each block, and the slippage little with it.
    queryKey: ['slippage', ...pair, query?.sellAmount, query?.buyAmount, validSeconds],
    enabled: question !== undefined,
    queryFn: ({ signal }) => {
      const inTime = AbortSignal.any([signal, AbortSignal.timeout(longestWaitMs)])
      return fetchSlippageBps(network.name, question as SlippageQuestion, { signal: inTime })
    },
    staleTime: freshMs,
    refetchInterval: freshMs,
    retry: false,
    // Another amount of the pair, or one that has no price yet, is little else.
    placeholderData: (previous, before) =>
      question === undefined || String(before?.queryKey.slice(1, 5)) === String(pair)
        ? previous
        : undefined,
  })
  return { ...viewSlippage(state, isLoading ? 'loading' : data), change }
}
