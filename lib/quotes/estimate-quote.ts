import type { Context } from '@/lib/context'
import { isServiceError } from '@/lib/core/errors'
import type { Pool } from '@/lib/liquidity/pool'
import type { EstimatorName } from './estimator'
import { type PricedOffer, priceOffers } from './price-offers'
import { noLiquidity } from './price-quote'
import { defaultTimeoutMs, type NetworkCost, type Question, type QuoteAmounts } from './quote'
import {
  ask,
  confirm,
  type EstimateTerms,
  isOutdated,
  isOwn,
  measure,
  pricingQuestion,
  type QuoteJob,
} from './quote-job'
import { extraGasOf, findLastMarket, readQuoteMarket } from './quote-market'
import { quoteWithoutUntrusted, type Sidestep } from './quote-without-untrusted'
import { isTooLate, tooLate, within } from './within'

/** A price from one block. */
export type Estimated = {
  readonly blockNumber: bigint
  readonly cost: NetworkCost
  /** The part of the cost's gas that goes to a contract signature and to hooks. */
  readonly extraGas: bigint
  readonly amounts: QuoteAmounts
  /** How far the amounts are at most from the best that the pools of the block could give; undefined if less than 5 is not proven, or beyond the market's depth. */
  readonly optimalityGapBps: number | undefined
  /** Whether the settlement contract was seen to carry these amounts out. */
  readonly verified: boolean
}

/** From this gap on a bound says more of itself than of the quote, so that none is stated. */
const maxStatedGapBps = 5

/**
 * From this impact on a trade is beyond the depth of the market, and no gap is stated: being near to the best route is no
 * comfort to who loses that much, and the pages ask for typed consent.
 */
const depthImpact = 0.15

/** Who is asked for all qualities but `fast`; a split is never worse than the best path. */
const best = ['split', 'inventory'] as const satisfies readonly EstimatorName[]

/**
 * Prices a request from the liquidity of the newest block: `fast` by the fastest estimator; `optimal` and `verified` by
 * the best one that the settlement contract confirms, or, where it confirms none in time, by the best one of the pools.
 * What opposite orders promise counts once it is confirmed only. Gas is what a simulated settlement of the same shape
 * took; `fast` waits for none.
 *
 * A timeout shorter than the default is no reason to have no price: where it does not suffice, the best path of the pools
 * that were read last is given, unverified ({@link findLastMarket}).
 *
 * @throws {ServiceError} UnsupportedToken, NoLiquidity, SellAmountDoesNotCoverFee, or
 * InternalServerError when the network's RPC or the pricing does not answer in time.
 */
export async function estimateQuote(
  ctx: Context,
  question: Question,
  terms: EstimateTerms,
): Promise<Estimated> {
  try {
    return await estimateInTime(ctx, question, terms)
  } catch (error) {
    const { timeoutMs = defaultTimeoutMs } = question.request
    const isShort = timeoutMs < defaultTimeoutMs
    const market = isShort && isTooLate(error) ? findLastMarket(ctx, question) : undefined
    if (!market) throw error
    const job = { ...terms, ctx, question, market, extraGas: extraGasOf(question) }
    return toEstimated(job, priceAtOnce(job), 'unverified')
  }
}

async function estimateInTime(
  ctx: Context,
  question: Question,
  terms: EstimateTerms,
): Promise<Estimated> {
  const reading = readQuoteMarket(ctx, question, terms.inventory)
  const market = await within(ctx, terms.deadlineMs, reading)
  const opened = { ...terms, ctx, question, market, extraGas: extraGasOf(question) }
  if (question.request.priceQuality === 'fast') return estimateFast(opened)
  let { job, offers } = await askMeasured(opened)
  let confirmed = await confirm(job, offers)
  if (!confirmed) {
    ;({ job, offers } = await sidestep(job, offers))
    confirmed = await confirm(job, offers)
  }
  if (confirmed && isOutdated(job, confirmed)) {
    offers = await askAgain(job, offers)
    confirmed = (await confirm(job, offers)) ?? confirmed
  }
  confirmed ??= await confirm(job, await ask(job, ['path']).catch(() => []))
  if (confirmed) return toEstimated(job, confirmed, 'verified')
  return toEstimated(job, offers.find(isOwn) ?? noLiquidity(), 'unverified')
}

/**
 * The best path, or the best split where no single path takes the amount; here and now, since threads may have others to
 * price first.
 *
 * @throws {ServiceError} SellAmountDoesNotCoverFee; NoLiquidity where no pools that were read have a way, and
 * InternalServerError where there is one that passes tokens which are yet to be tried.
 */
function priceAtOnce(job: QuoteJob): PricedOffer {
  const { pools, allPools } = job.market
  const [offer] =
    offersOf(job, ['path'], pools) ??
    offersOf(job, ['split'], pools) ??
    (offersOf(job, ['split'], allPools) ? [] : noLiquidity())
  if (!offer) throw tooLate()
  return offer
}

/** What estimators offer by these pools; undefined where these have no way. */
function offersOf(
  job: QuoteJob,
  asked: readonly EstimatorName[],
  pools: readonly Pool[],
): readonly PricedOffer[] | undefined {
  try {
    return priceOffers(pricingQuestion(job, asked), pools)
  } catch (error) {
    if (isServiceError(error) && error.code === 'NoLiquidity') return undefined
    throw error
  }
}

/** A gas that is not known yet is measured behind the answer's back, for those who ask next. */
async function estimateFast(job: QuoteJob): Promise<Estimated> {
  const offers = await ask(job, ['path']).catch((error) => {
    if (isServiceError(error) && error.code === 'NoLiquidity') return ask(job, ['split'])
    throw error
  })
  const [offer = noLiquidity()] = offers
  if (!offer.isMeasured) {
    void measure(job, offer).then(async (isDone) => {
      if (!isDone) await quoteWithoutUntrusted(job, offer, ['path'])
    })
  }
  return toEstimated(job, offer, 'unverified')
}

/** Returns the best offers, with measured gas where possible; routed around untrusted contracts if these make it fail. */
async function askMeasured(job: QuoteJob): Promise<Sidestep> {
  const offers = await ask(job, best)
  const own = offers.find(isOwn)
  if (!own || own.isMeasured) return { job, offers }
  if (await measure(job, own)) return { job, offers: await askAgain(job, offers) }
  return sidestep(job, offers)
}

/** Routes around untrusted contracts if these make the best offer of the pools fail. */
async function sidestep(job: QuoteJob, offers: readonly PricedOffer[]): Promise<Sidestep> {
  const own = offers.find(isOwn)
  return (own && (await quoteWithoutUntrusted(job, own, best))) ?? { job, offers }
}

/** Returns the best offers with the gas known now; the given ones if that takes too long. */
async function askAgain(
  job: QuoteJob,
  offers: readonly PricedOffer[],
): Promise<readonly PricedOffer[]> {
  return ask(job, best).catch((error) => {
    if (isServiceError(error) && error.code === 'InternalServerError') return offers
    throw error
  })
}

function toEstimated(
  { ctx, question, market: { blockNumber }, extraGas }: QuoteJob,
  { amounts, cost, estimate: { gapBps, impact } }: PricedOffer,
  outcome: 'verified' | 'unverified',
): Estimated {
  // What betters a bound shows that it was none.
  if (gapBps < 0) {
    ctx.log.error(
      { chainId: question.request.chainId, block: Number(blockNumber), gapBps },
      'bound of a quote is broken',
    )
  }
  const isStated = gapBps >= 0 && gapBps < maxStatedGapBps && impact < depthImpact
  const optimalityGapBps = isStated ? Math.round(gapBps * 10_000) / 10_000 : undefined
  const verified = outcome === 'verified'
  return { blockNumber, cost, extraGas, amounts, optimalityGapBps, verified }
}
