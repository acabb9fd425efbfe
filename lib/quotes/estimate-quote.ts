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
  type Desk,
  type EstimateTerms,
  isOutdated,
  isOwn,
  measure,
  pricingQuestion,
} from './quote-job'
import { extraGasOf, findLastMarket, readQuoteMarket } from './quote-market'
import { type Sidestep, sidestepStrangers } from './quote-without-untrusted'
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
    const desk = { ...terms, ctx, question, market, extraGas: extraGasOf(question) }
    return toEstimated(desk, priceAtOnce(desk), 'unverified')
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
  let { desk, offers } = await askMeasured(opened)
  let confirmed = await confirm(desk, offers)
  if (!confirmed) {
    ;({ desk, offers } = await sidestep(desk, offers))
    confirmed = await confirm(desk, offers)
  }
  if (confirmed && isOutdated(desk, confirmed)) {
    offers = await askAgain(desk, offers)
    confirmed = (await confirm(desk, offers)) ?? confirmed
  }
  confirmed ??= await confirm(desk, await ask(desk, ['path']).catch(() => []))
  if (confirmed) return toEstimated(desk, confirmed, 'verified')
  return toEstimated(desk, offers.find(isOwn) ?? noLiquidity(), 'unverified')
}

/**
 * The best path, or the best split where no single path takes the amount; here and now, since threads may have others to
 * price first.
 *
 * @throws {ServiceError} SellAmountDoesNotCoverFee; NoLiquidity where no pools that were read have a way, and
 * InternalServerError where there is one that passes tokens which are yet to be tried.
 */
function priceAtOnce(desk: Desk): PricedOffer {
  const { pools, allPools } = desk.market
  const [offer] =
    offersOf(desk, ['path'], pools) ??
    offersOf(desk, ['split'], pools) ??
    (offersOf(desk, ['split'], allPools) ? [] : noLiquidity())
  if (!offer) throw tooLate()
  return offer
}

/** What estimators offer by these pools; undefined where these have no way. */
function offersOf(
  desk: Desk,
  asked: readonly EstimatorName[],
  pools: readonly Pool[],
): readonly PricedOffer[] | undefined {
  try {
    return priceOffers(pricingQuestion(desk, asked), pools)
  } catch (error) {
    if (isServiceError(error) && error.code === 'NoLiquidity') return undefined
    throw error
  }
}

/** A gas that is not known yet is measured behind the answer's back, for those who ask next. */
async function estimateFast(desk: Desk): Promise<Estimated> {
  const offers = await ask(desk, ['path']).catch((error) => {
    if (isServiceError(error) && error.code === 'NoLiquidity') return ask(desk, ['split'])
    throw error
  })
  const [offer = noLiquidity()] = offers
  if (!offer.isMeasured) {
    void measure(desk, offer).then(async (isDone) => {
      if (!isDone) await sidestepStrangers(desk, offer, ['path'])
    })
  }
  return toEstimated(desk, offer, 'unverified')
}

/** The best offers, with measured gas where it can be measured; beside strangers where these make that fail. */
async function askMeasured(desk: Desk): Promise<Sidestep> {
  const offers = await ask(desk, best)
  const own = offers.find(isOwn)
  if (!own || own.isMeasured) return { desk, offers }
  if (await measure(desk, own)) return { desk, offers: await askAgain(desk, offers) }
  return sidestep(desk, offers)
}

/** Goes beside strangers where these make the best offer of the pools fail. */
async function sidestep(desk: Desk, offers: readonly PricedOffer[]): Promise<Sidestep> {
  const own = offers.find(isOwn)
  return (own && (await sidestepStrangers(desk, own, best))) ?? { desk, offers }
}

/** The best offers now that more gas is known; those that are there stand where it takes too long. */
async function askAgain(
  desk: Desk,
  offers: readonly PricedOffer[],
): Promise<readonly PricedOffer[]> {
  return ask(desk, best).catch((error) => {
    if (isServiceError(error) && error.code === 'InternalServerError') return offers
    throw error
  })
}

function toEstimated(
  { ctx, question, market: { blockNumber }, extraGas }: Desk,
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
