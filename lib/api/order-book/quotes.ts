import { defineEndpoint, documentBodyLimit } from '@/lib/api/declare/endpoint'
import { stream } from '@/lib/api/declare/stream'
import { listOppositeOrders } from '@/lib/orders/queries/list-opposite-orders'
import { checkRequest } from '@/lib/quotes/check-request'
import { getQuote, streamQuotes } from '@/lib/quotes/get-quote'
import type { Quote } from '@/lib/quotes/quote'
import { type QuoteView, viewQuote } from '@/lib/quotes/quote-view'
import { malformedQuote, quoteExample, quotingErrors, refusedQuotes } from './quote-examples'
import { quoteRequest, quoteResponse, toQuoteRequest } from './quote-fields'

const quoteFieldErrors = { appData: 'InvalidAppData', appDataHash: 'InvalidAppData' } as const

/** POST /api/v1/quote. Spec: Quote request, Quote response, Quoting errors. */
export const createQuote = defineEndpoint({
  name: 'createQuote',
  method: 'POST',
  path: '/api/v1/quote',
  networkSegment: 'optional',
  summary: 'Compute a price and a fee for an order',
  tag: 'Quotes',
  limit: 'quotes',
  bodyLimit: documentBodyLimit,
  body: quoteRequest,
  response: quoteResponse,
  fieldErrors: quoteFieldErrors,
  throws: quotingErrors,
  examples: [quoteExample, ...refusedQuotes],
  run: async (ctx, { body, network }): Promise<QuoteView> =>
    viewQuote(await getQuote(ctx, toQuoteRequest(body, network), listOppositeOrders)),
})

/**
 * POST /api/v1/quote/stream. An invalid request is answered as by POST /api/v1/quote; if no quote is found, the
 * stream sends the event `error`.
 */
export const readQuoteStream = defineEndpoint({
  name: 'readQuoteStream',
  method: 'POST',
  path: '/api/v1/quote/stream',
  summary: 'Quotes as they are found, each better than the one before, as server-sent events',
  tag: 'Quotes',
  limit: 'quotes',
  bodyLimit: documentBodyLimit,
  answers: 'events',
  body: quoteRequest,
  response: quoteResponse,
  fieldErrors: quoteFieldErrors,
  throws: quotingErrors,
  examples: [quoteExample, malformedQuote],
  run: async (ctx, { body, network, meta }) => {
    const request = await checkRequest(ctx, toQuoteRequest(body, network))
    const { signal } = meta
    return stream(viewQuotes(streamQuotes(ctx, request, { signal, inventory: listOppositeOrders })))
  },
})

async function* viewQuotes(quotes: AsyncIterable<Quote>): AsyncGenerator<{ data: QuoteView }> {
  for await (const quote of quotes) yield { data: viewQuote(quote) }
}
