import type { Context } from '@/lib/context'
import { parseHex } from '@/lib/core/bytes'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { checkRequest } from './check-request'
import { estimateQuote } from './estimate-quote'
import { defaultTimeoutMs, type Question, type Quote, type QuoteRequest } from './quote'
import { saveQuote } from './quote-store'

const standardOfferMs = 60_000
const onchainOfferMs = 600_000

/**
 * Offers a price for an order: one block's liquidity, the best route, its network cost, and for
 * `optimal` and `verified` a run through the settlement contract (spec: POST /api/v1/quote).
 *
 * @throws {ServiceError} one of the spec's quoting errors.
 */
export async function getQuote(ctx: Context, request: QuoteRequest): Promise<Quote> {
  return offerQuote(ctx, await checkRequest(ctx, request))
}

/**
 * Offers a price for a request that {@link checkRequest} found in order.
 *
 * @throws {ServiceError} NoLiquidity, SellAmountDoesNotCoverFee, UnsupportedToken, or InternalServerError
 * when the network or the database does not answer in time.
 */
export async function offerQuote(ctx: Context, question: Question): Promise<Quote> {
  const { request } = question
  const nowMs = ctx.now()
  const deadlineMs = nowMs + Math.min(request.timeoutMs ?? defaultTimeoutMs, defaultTimeoutMs)
  const estimate = await within(ctx, deadlineMs, estimateQuote(ctx, question))
  const verified =
    request.priceQuality !== 'fast' &&
    (await within(ctx, deadlineMs, estimate.verify()).catch(() => false))
  const quote: Quote = {
    ...estimate.amounts,
    id: undefined,
    request,
    kind: request.size.kind,
    validTo: question.validTo,
    appDataHash: question.appDataHash,
    appDataDocument: sentDocument(request),
    cost: estimate.cost,
    extraGas: estimate.extraGas,
    verified,
    expirationMs: nowMs + (request.onchainOrder ? onchainOfferMs : standardOfferMs),
    volumeFeeBps: ctx.config.volumeFeeBps,
  }
  const { blockNumber } = estimate
  const id = await saveQuote(ctx.db, quote, { nowMs, blockNumber }).catch((cause) => {
    throw dependencyDown('the database', cause)
  })
  return { ...quote, id }
}

/** The document that was sent, if it was not a hash; it is echoed as it came. */
function sentDocument({ appData }: QuoteRequest): string | undefined {
  return appData !== undefined && parseHex(appData, 32) === undefined ? appData : undefined
}

/** What `work` gives if it does so before the deadline; the work itself is not stopped. */
async function within<T>(ctx: Context, deadlineMs: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    const expired = new ServiceError('InternalServerError', 'no price was found in time', {
      retryAfterSeconds: 1,
    })
    timer = setTimeout(() => reject(expired), Math.max(0, deadlineMs - ctx.now()))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
    work.catch(() => undefined)
  }
}
