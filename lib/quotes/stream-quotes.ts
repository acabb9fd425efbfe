import type { Context } from '@/lib/context'
import { offerQuote } from './get-quote'
import type { PriceQuality, Question, Quote } from './quote'
import type { Inventory } from './quote-market'

/**
 * Offers for one request as they are found, each stored under an id of its own: what the model of the
 * pools gives at once, and then what a run through the settlement contract makes of it, if that is better.
 * Nothing more is begun once `signal` is raised.
 *
 * @throws {ServiceError} as {@link offerQuote}, when there is no offer at all.
 */
export async function* streamQuotes(
  ctx: Context,
  question: Question,
  { signal, inventory }: { readonly signal: AbortSignal; readonly inventory?: Inventory },
): AsyncGenerator<Quote, void, undefined> {
  const first = await offerQuote(ctx, inQuality(question, 'fast'))
  yield first
  if (signal.aborted) return
  // The first offer stands, whatever becomes of the second.
  const verified = inQuality(question, 'verified')
  const second = await offerQuote(ctx, verified, inventory).catch(() => undefined)
  if (second && isBetter(second, first)) yield second
}

function inQuality(question: Question, priceQuality: PriceQuality): Question {
  return { ...question, request: { ...question.request, priceQuality } }
}

/** What was simulated beats what was not, and then who gives more for less. */
function isBetter(a: Quote, b: Quote): boolean {
  if (a.verified !== b.verified) return a.verified
  return a.kind === 'sell'
    ? a.buyAmount > b.buyAmount
    : a.sellAmount + a.feeAmount < b.sellAmount + b.feeAmount
}
