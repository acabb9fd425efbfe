import { ApiError } from '@/lib/client/request'

/** Why there is no price, and whether asking again may help. */
export type QuoteProblem = {
  /** A few words, for the button. */
  readonly short: string
  /** What to do about it. */
  readonly advice: string
  readonly canRetry: boolean
}

/** What to tell the person about a quote that failed. Spec: Quoting errors. */
export function describeQuoteProblem(error: unknown, sellSymbol: string): QuoteProblem {
  if (!(error instanceof ApiError)) return notAnswering
  const { code, status, message } = error
  if (status === 429) {
    return { short: 'Too many requests', advice: 'Wait a moment and try again.', canRetry: true }
  }
  switch (code) {
    case 'SellAmountDoesNotCoverFee':
      return {
        short: 'Amount too small',
        advice: `It does not cover the network cost. Try a larger amount of ${sellSymbol}.`,
        canRetry: false,
      }
    case 'NoLiquidity':
      return {
        short: 'No route for this size',
        advice: 'Try a smaller amount or another token.',
        canRetry: true,
      }
    case 'UnsupportedToken':
      return { short: 'Token can’t be traded', advice: sentence(message), canRetry: false }
    default:
      return status >= 500
        ? notAnswering
        : { short: 'No price for this order', advice: sentence(message), canRetry: false }
  }
}

const notAnswering: QuoteProblem = {
  short: 'Price service not answering',
  advice: 'Your input is kept. Try again in a moment.',
  canRetry: true,
}

function sentence(text: string): string {
  const start = text.charAt(0).toUpperCase() + text.slice(1)
  return start.endsWith('.') ? start : `${start}.`
}
