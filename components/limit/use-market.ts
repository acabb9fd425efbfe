'use client'

import { useLocale } from 'next-intl'
import { useQuote } from '@/components/swap/use-quote'
import { parseAmountText } from '@/lib/client/amount-text'
import type { Locale } from '@/lib/client/i18n/locale'
import type { LimitForm } from '@/lib/client/limit/limit-form'
import { type Ratio, ratioOf } from '@/lib/client/limit/ratio'
import { usualDeadlineSeconds } from '@/lib/client/swap/deadline'
import { nobody, type QuoteKey } from '@/lib/client/swap/quote-offer'
import { isPending, viewQuote } from '@/lib/client/swap/quote-stage'
import type { Token } from '@/lib/client/swap/tokens'
import type { Address } from '@/lib/core/address'

/** What the market gives for the amount of the form, or for one token while there is none; costs are included. */
export type Market = { readonly ratio: Ratio | undefined; readonly isReading: boolean }

type Of = {
  readonly sellToken: Token | undefined
  readonly buyToken: Token | undefined
  readonly account: Address | undefined
}

/** Keeps asking what the market gives; nothing of it is signed. */
export function useMarket(form: LimitForm, of: Of): Market {
  const key = keyOf(form, { ...of, locale: useLocale() })
  const { state, nowMs } = useQuote({ key, isTyping: form.isTyping })
  const view = viewQuote(state, { key, nowMs })
  const quote = view.offer?.answer.quote
  const isSame =
    quote?.sellToken === of.sellToken?.address && quote?.buyToken === of.buyToken?.address
  return {
    isReading: isPending(view),
    ratio:
      quote && isSame
        ? ratioOf(BigInt(quote.buyAmount), BigInt(quote.sellAmount) + BigInt(quote.feeAmount))
        : undefined,
  }
}

function keyOf(
  form: LimitForm,
  { sellToken, buyToken, account, locale }: Of & { readonly locale: Locale },
): QuoteKey | undefined {
  if (!sellToken || !buyToken) return undefined
  const typed = parseAmountText(form.sellText, sellToken.decimals, locale)
  const amount =
    'atoms' in typed && typed.atoms > 0n ? typed.atoms : 10n ** BigInt(sellToken.decimals)
  return {
    ...{ sellToken: sellToken.address, buyToken: buyToken.address, kind: 'sell', amount },
    ...{ from: account ?? nobody, receiver: undefined, referrerCode: undefined },
    validSeconds: usualDeadlineSeconds.key,
  }
}
