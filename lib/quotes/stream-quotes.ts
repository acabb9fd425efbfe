import type { Context } from '@/lib/context'
import { offerQuote } from './get-quote'
import type { PriceQuality, Question, Quote } from './quote'
import type { Inventory } from './quote-market'

/**
 * Yields quotes for one request as they are found, each stored under its own id: first from the pool model, then from a
 * simulation if that improves on the first. Starts nothing new once `signal` aborts.
 * @throws {ServiceError} as {@link offerQuote}, if there is no quote at all.
 */
export async function* streamQuotes(
  ctx: Context,
  question: Question,
  { signal, inventory }: { readonly signal: AbortSignal; readonly inventory?: Inventory },
): AsyncGenerator<Quote, void, undefined> {
  const first = await offerQuote(ctx, inQuality(question, 'fast'))
  yield first
  if (signal.aborted) return
  // The first quote stays valid, whatever happens to the second.
  const verified = inQuality(question, 'verified')
  const second = await offerQuote(ctx, verified, inventory).catch(() => undefined)
  if (second && isBetter(second, first)) yield second
}

function inQuality(question: Question, priceQuality: PriceQuality): Question {
  return { ...question, request: { ...question.request, priceQuality } }
}

/** Verified quotes come before unverified ones, then the better price. */
function isBetter(a: Quote, b: Quote): boolean {
  if (a.verified !== b.verified) return a.verified
  return a.kind === 'sell'
    ? a.buyAmount > b.buyAmount
    : a.sellAmount + a.feeAmount < b.sellAmount + b.feeAmount
}
