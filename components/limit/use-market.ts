'use client'

import { useLocale } from 'next-intl'
import { useQuote } from '@/components/swap/form/use-quote'
import { useRefusalMemory } from '@/components/swap/tokens/use-stored-tokens'
import { type KnownPrice, useKnownPrice, useUsdPrice } from '@/components/swap/tokens/use-tokens'
import { parseAmountText } from '@/lib/client/amount-text'
import type { LimitForm } from '@/lib/client/limit/limit-form'
import { type Ratio, ratioOf, sampleAmount, shownMarket } from '@/lib/client/limit/ratio'
import { usualDeadlineSeconds } from '@/lib/client/swap/deadline'
import { isRetryable } from '@/lib/client/swap/quote-failure'
import { marketAmount, placeholderOwner, type QuoteKey } from '@/lib/client/swap/quote-offer'
import { isPending } from '@/lib/client/swap/quote-state'
import type { Token } from '@/lib/client/swap/tokens'
import type { Address } from '@/lib/core/address'
import type { Locale } from '@/lib/core/format/locale'

/** The market for the form's amount, or for a typical amount while there is none. */
export type Market = {
  /** What the order would get now, costs included. */
  readonly ratio: Ratio | undefined
  /** The price as charts show it, costs excluded: {@link shownMarket}. */
  readonly shown: Ratio | undefined
  /** How far the shown price has to be above a limit to fill it, as a fraction. */
  readonly costs: Ratio | undefined
  readonly isReading: boolean
  /** The service returned no quote, which may change. */
  readonly isFailed: boolean
  /** Requests a new quote. */
  readonly retry: () => void
  /** The service's message for a token that it does not trade; undefined if it trades both. */
  readonly refusal: string | undefined
}

type Of = {
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
  readonly account: Address | undefined
  /** Whether the order will include a permit, which costs gas. */
  readonly includesPermit: boolean
}

/** Keeps a current market quote; it is never signed. */
export function useMarket(form: LimitForm, of: Of): Market {
  const usd = useKnownPrice(of.sellToken?.address)
  const buyUsd = useUsdPrice(of.buyToken?.address)
  const key = keyOf(form, { ...of, usd, locale: useLocale() })
  const { quote: view, retry } = useQuote({ key, isTyping: form.isTyping })
  const { failure } = view
  useRefusalMemory(failure)
  const quote = view.offer?.answer.quote
  const refusal = failure?.trouble === 'unsupported-token' ? failure.message : undefined
  const isFailed = failure !== undefined && isRetryable(failure)
  const isReading = isPending(view) || (key === undefined && usd.isLoading)
  const known = { refusal, isReading, isFailed, retry }
  const { sellToken, buyToken } = of
  if (!quote || !sellToken || !buyToken) return { ...known, ...noPrice }
  const traded = BigInt(quote.sellAmount)
  const sold = traded + BigInt(quote.feeAmount)
  const ratio = ratioOf(BigInt(quote.buyAmount), sold)
  if (!ratio) return { ...known, ...noPrice }
  const prices = { sellToken, buyToken, usd: { sold: usd.price, bought: buyUsd } }
  const worth = marketAmount({ kind: 'sell', pays: sold, gets: 0n }, prices)
  const shown = shownMarket(ratio, worth === undefined ? undefined : ratioOf(worth, sold))
  const isAbove = shown.bought * ratio.sold > ratio.bought * shown.sold
  const costs = isAbove
    ? ratioOf(shown.bought * ratio.sold, shown.sold * ratio.bought)
    : ratioOf(sold, traded)
  return { ...known, ratio, shown, costs }
}

const noPrice = { ratio: undefined, shown: undefined, costs: undefined } as const

type Known = { readonly usd: KnownPrice; readonly locale: Locale }

function keyOf(
  form: LimitForm,
  { sellToken, buyToken, account, includesPermit, usd, locale }: Of & Known,
): QuoteKey | undefined {
  if (!sellToken || !buyToken) return undefined
  const typed = parseAmountText(form.sellText, sellToken.decimals, locale)
  const isTyped = 'atoms' in typed && typed.atoms > 0n
  if (!isTyped && usd.isLoading) return undefined
  const amount = isTyped ? typed.atoms : sampleAmount(sellToken.decimals, usd.price)
  return {
    ...{ sellToken: sellToken.address, buyToken: buyToken.address, kind: 'sell', amount },
    ...{ from: account ?? placeholderOwner, receiver: undefined, referrerCode: undefined },
    validSeconds: usualDeadlineSeconds.key,
    includesPermit,
  }
}
