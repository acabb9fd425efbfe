import type { Translator } from '@/lib/client/i18n/translator'
import type { QuoteFailure } from './quote-failure'
import { tokenFaultText } from './token-fault-text'

/** Why there is no price, in words, and whether asking again may help. */
export type QuoteProblem = {
  /** A few words, for the button. */
  readonly short: string
  /** What to do about it. */
  readonly advice: string
  /** What the service says itself where its words are all there is, in English. */
  readonly said?: string
  readonly canRetry: boolean
}

/** What to tell the person about a quote that failed. Spec: Quoting errors. */
export function describeQuoteProblem(
  t: Translator<'swap'>,
  { trouble, message }: QuoteFailure,
  sellSymbol: string,
): QuoteProblem {
  switch (trouble) {
    case 'too-small':
      return {
        short: t('quoteProblem.tooSmall'),
        advice: t('quoteProblem.tooSmallAdvice', { symbol: sellSymbol }),
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
        said: message,
        canRetry: false,
      }
    case 'busy':
      return { short: t('quoteProblem.busy'), advice: t('quoteProblem.busyAdvice'), canRetry: true }
    case 'down':
      return {
        short: t('quoteProblem.down'),
        advice: t('quoteProblem.downAdvice'),
        canRetry: true,
      }
  }
}
