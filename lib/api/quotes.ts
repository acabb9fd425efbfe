import { getQuote } from '@/lib/quotes/get-quote'
import { type QuoteView, viewQuote } from '@/lib/quotes/quote-view'
import { defineEndpoint } from './endpoint'
import { quoteExample, quoteRequest, quoteResponse, toQuoteRequest } from './quote-fields'

/** POST /api/v1/quote. Spec: Quote request, Quote response, Quoting errors. */
export const createQuote = defineEndpoint({
  name: 'createQuote',
  method: 'POST',
  path: '/api/v1/quote',
  networkSegment: 'optional',
  summary: 'Compute a price and a fee for an order',
  tag: 'Order book',
  limit: 'quotes',
  body: quoteRequest,
  response: quoteResponse,
  examples: [quoteExample],
  run: async (ctx, { body, network }): Promise<QuoteView> =>
    viewQuote(await getQuote(ctx, toQuoteRequest(body, network))),
})
