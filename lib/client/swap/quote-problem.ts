import { exactAmountText } from '@/lib/client/amount-text'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Locale } from '@/lib/core/format/locale'
import { type QuoteFailure, suggestedMinimum } from './quote-failure'
import { tokenFaultText } from './token-fault-text'
import type { Token } from './tokens'

/** Describes why there is no price, and whether a retry may help. */
export type QuoteProblem = {
  /** A few words, for the button. */
  readonly short: string
  /** What to do about it. */
  readonly advice: string
  /** The service's own message (English), if there is nothing better. */
  readonly message?: string
  readonly canRetry: boolean
}

type Words = { readonly t: Translator<'swap'>; readonly locale: Locale }

/** Describes a failed quote. Spec: Quoting errors. */
export function describeQuoteProblem(
  { t, locale }: Words,
  { trouble, message, cost }: QuoteFailure,
  sellToken: SoldToken | undefined,
): QuoteProblem {
  switch (trouble) {
    case 'too-small':
      return {
        short: t('quoteProblem.tooSmall'),
        advice: tooSmallAdvice({ t, locale }, cost, sellToken),
        canRetry: false,
      }
    case 'no-route':
      return {
        short: t('quoteProblem.noRoute'),
        advice: t('quoteProblem.noRouteAdvice'),
        canRetry: true,
      }
    case 'unsupported-token':
      return {
        short: t('quoteProblem.unsupported'),
        advice: tokenFaultText(t, message),
        canRetry: false,
      }
    case 'invalid':
      return {
        short: t('quoteProblem.invalid'),
        advice: t('quoteProblem.invalidAdvice'),
        message,
        canRetry: false,
      }
    case 'busy':
      return {
        short: t('quoteProblem.failed'),
        advice: t('quoteProblem.busyAdvice'),
        canRetry: true,
      }
    case 'down':
      return {
        short: t('quoteProblem.failed'),
        advice: t('quoteProblem.downAdvice'),
        canRetry: true,
      }
  }
}

type SoldToken = Pick<Token, 'symbol' | 'decimals'>

function tooSmallAdvice(
  { t, locale }: Words,
  cost: bigint | undefined,
  token: SoldToken | undefined,
): string {
  const symbol = token?.symbol ?? ''
  if (cost === undefined || !token) return t('quoteProblem.tooSmallAdvice', { symbol })
  const minimum = exactAmountText(suggestedMinimum(cost), token.decimals, locale)
  return t('quoteProblem.tooSmallLeast', { least: minimum, symbol })
}
