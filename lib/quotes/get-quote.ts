import { type Context, defineLoader } from '@/lib/context'
import { parseHex } from '@/lib/core/bytes'
import { dependencyDown } from '@/lib/core/errors'
import { checkRequest } from './check-request'
import { estimateQuote } from './estimate-quote'
import { defaultTimeoutMs, type Question, type Quote, type QuoteRequest } from './quote'
import type { Inventory } from './quote-market'
import { type NewQuote, saveQuotes } from './quote-store'

const standardOfferMs = 60_000
const onchainOfferMs = 600_000

/**
 * Quotes an order: reads the liquidity of one block, finds the best route through the pools and the open orders of
 * `inventory`, adds the network cost and, for `verified`, simulates the settlement (spec: POST /api/v1/quote).
 * @throws {ServiceError} one of the spec's quoting errors.
 */
export async function getQuote(
  ctx: Context,
  request: QuoteRequest,
  inventory?: Inventory,
): Promise<Quote> {
  return offerQuote(ctx, await checkRequest(ctx, request), inventory)
}

/**
 * Quotes a request that passed {@link checkRequest}.
 * @throws {ServiceError} NoLiquidity, SellAmountDoesNotCoverFee, UnsupportedToken, or InternalServerError if the
 * network or the database does not answer in time.
 */
export async function offerQuote(
  ctx: Context,
  question: Question,
  inventory?: Inventory,
): Promise<Quote> {
  const { request } = question
  const nowMs = ctx.now()
  const deadlineMs = nowMs + Math.min(request.timeoutMs ?? defaultTimeoutMs, defaultTimeoutMs)
  const { blockNumber, amounts, ...estimated } = await estimateQuote(ctx, question, {
    deadlineMs,
    inventory,
  })
  const quote: Quote = {
    ...amounts,
    ...estimated,
    id: undefined,
    request,
    kind: request.size.kind,
    validTo: question.validTo,
    appDataHash: question.appDataHash,
    appDataDocument: sentDocument(request),
    expirationMs: nowMs + (request.onchainOrder ? onchainOfferMs : standardOfferMs),
    volumeFeeBps: ctx.config.volumeFeeBps,
  }
  const id = await save(ctx, { quote, nowMs, blockNumber }).catch((cause) => {
    throw dependencyDown('the database', cause)
  })
  return { ...quote, id }
}

const save = defineLoader<NewQuote, bigint>('quotes/save', ({ db }, quotes) =>
  saveQuotes(db, quotes),
)

/** Returns the app data document of the request, unchanged; undefined if the request sent only a hash. */
function sentDocument({ appData }: QuoteRequest): string | undefined {
  return appData !== undefined && parseHex(appData, 32) === undefined ? appData : undefined
}
