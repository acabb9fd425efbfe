import { resolveAppData } from '@/lib/app-data/resolve-app-data'
import { hookInteractions, trampolineOf } from '@/lib/chain/trampoline'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { parseHex } from '@/lib/core/bytes'
import { dependencyDown, ServiceError } from '@/lib/core/errors'
import { maxUint32, toUnixSeconds } from '@/lib/core/time'
import { estimateQuote } from './estimate-quote'
import { defaultTimeoutMs, type Quote, type QuoteRequest } from './quote'
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
  const nowMs = ctx.now()
  const deadlineMs = nowMs + Math.min(request.timeoutMs ?? defaultTimeoutMs, defaultTimeoutMs)
  const pair = checkPair(ctx, request)
  const validTo = checkExpiry(request, toUnixSeconds(nowMs))
  const appData = await resolveAppData(ctx, request)
  const interactions = hookInteractions(appData.metadata.hooks, trampolineOf(ctx, request.chainId))
  const question = { request, pair, validTo, appDataHash: appData.hash, interactions }
  const estimate = await within(ctx, deadlineMs, estimateQuote(ctx, question))
  const verified =
    request.priceQuality !== 'fast' &&
    (await within(ctx, deadlineMs, estimate.verify()).catch(() => false))
  const quote: Quote = {
    ...estimate.amounts,
    id: undefined,
    request,
    kind: request.size.kind,
    validTo,
    appDataHash: appData.hash,
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

/** The tokens to route between: the native token is bought as the wrapped one. */
function checkPair(ctx: Context, request: QuoteRequest): { sellToken: Address; buyToken: Address } {
  const { wrappedNative } = ctx.chain(request.chainId).network
  const { sellToken } = request
  if (sellToken === nativeToken) {
    throw new ServiceError(
      'InvalidNativeSellToken',
      `a signed order cannot sell the native token; sell the wrapped one, ${wrappedNative}`,
    )
  }
  const buyToken = request.buyToken === nativeToken ? wrappedNative : request.buyToken
  if (sellToken !== buyToken) return { sellToken, buyToken }
  throw new ServiceError('SameBuyAndSellToken', 'sellToken and buyToken are the same token')
}

function checkExpiry({ expiry }: QuoteRequest, nowSeconds: number): number {
  if ('validFor' in expiry) return Math.min(nowSeconds + expiry.validFor, maxUint32)
  if (expiry.validTo > nowSeconds) return expiry.validTo
  throw new ServiceError('InvalidParameter', 'validTo is in the past; it is Unix time in seconds')
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
