import type { QuoteFailure } from './quote-failure'

/** Why there is no price, in words, and whether asking again may help. */
export type QuoteProblem = {
  /** A few words, for the button. */
  readonly short: string
  /** What to do about it. */
  readonly advice: string
  readonly canRetry: boolean
}

/** What to tell the person about a quote that failed. Spec: Quoting errors. */
export function describeQuoteProblem(
  { trouble, message }: QuoteFailure,
  sellSymbol: string,
): QuoteProblem {
  switch (trouble) {
    case 'too-small':
      return {
        short: 'Amount too small',
        advice: `It does not cover the network cost. Try a larger amount of ${sellSymbol}.`,
        canRetry: false,
      }
    case 'no-route':
      return {
        short: 'No route for this size',
        advice: 'Try a smaller amount or another token.',
        canRetry: true,
      }
    case 'unsupported-token':
      return { short: 'Token can’t be traded', advice: sentence(message), canRetry: false }
    case 'invalid':
      return { short: 'No price for this order', advice: sentence(message), canRetry: false }
    case 'busy':
      return { short: 'Too many requests', advice: 'Wait a moment and try again.', canRetry: true }
    case 'down':
      return {
        short: 'Price service not answering',
        advice: 'Your input is kept. Try again in a moment.',
        canRetry: true,
      }
  }
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1)
  return start.endsWith('.') ? start : `${start}.`
}
