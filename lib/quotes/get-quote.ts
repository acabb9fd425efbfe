import { type Context, defineLoader } from '@/lib/context'
import { parseHex } from '@/lib/core/bytes'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { checkRequest } from './check-request'
import { estimateQuote } from './estimate-quote'
import {
  defaultTimeoutMs,
  type PriceQuality,
  type Question,
  type Quote,
  type QuoteRequest,
} from './quote'
import type { Inventory } from './quote-market'
import { type NewQuote, saveQuotes } from './quote-store'

/** Milliseconds for which a quote's fee counts, as in the public API: longer for orders that a transaction places. */
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
  const { quotes, quoteDuration } = ctx.metrics
  const labels = { chain: question.request.chainId, quality: question.request.priceQuality }
  const stop = quoteDuration.startTimer(labels)
  try {
    const quote = await estimateAndSave(ctx, question, inventory)
    quotes.inc({ ...labels, outcome: 'ok' })
    return quote
  } catch (error) {
    quotes.inc({ ...labels, outcome: isServiceError(error) ? error.code : 'InternalServerError' })
    throw error
  } finally {
    stop()
  }
}

async function estimateAndSave(
  ctx: Context,
  question: Question,
  inventory: Inventory | undefined,
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
