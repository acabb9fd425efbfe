import type { Context } from '@/lib/context'
import { getQuote } from './get-quote'
import type { Quote, QuoteRequest } from './quote'

/**
 * Offers for one request as they are found, each stored under an id of its own: what the model of the
 * pools gives at once, and then what a run through the settlement contract makes of it, if that is better.
 * Ends early when `signal` is raised.
 *
 * @throws {ServiceError} one of the spec's quoting errors, when there is no offer at all.
 */
export async function* streamQuotes(
  ctx: Context,
  request: QuoteRequest,
  signal: AbortSignal,
): AsyncGenerator<Quote, void, undefined> {
  const first = await getQuote(ctx, { ...request, priceQuality: 'fast' })
  yield first
  if (signal.aborted) return
  // The first offer stands, whatever becomes of the second.
  const second = await getQuote(ctx, { ...request, priceQuality: 'verified' }).catch(
    () => undefined,
  )
  if (second && isBetter(second, first)) yield second
}

/** What was simulated beats what was not, and then who gives more for less. */
function isBetter(a: Quote, b: Quote): boolean {
  if (a.verified !== b.verified) return a.verified
  return a.kind === 'sell'
    ? a.buyAmount > b.buyAmount
    : a.sellAmount + a.feeAmount < b.sellAmount + b.feeAmount
}
