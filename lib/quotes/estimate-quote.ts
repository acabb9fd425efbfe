import type { Context } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import { isServiceError } from '@/lib/core/errors'
import type { Pool } from '@/lib/liquidity/pool'
import { retryWithoutUntrusted } from '@/lib/routing/graph/intermediate-tokens'
import { knownTokens, withoutUntrusted } from '@/lib/routing/graph/untrusted'
import type { EstimatorName } from './estimator'
import { type PricedOffer, priceOffers } from './price-offers'
import { noLiquidity } from './price-quote'
import { defaultTimeoutMs, type NetworkCost, type Question, type QuoteAmounts } from './quote'
import {
  confirm,
  type EstimateTerms,
  isOutdated,
  isOwn,
  measure,
  pricingRequest,
  type QuoteJob,
  requestOffers,
} from './quote-job'
import { extraGasOf, findLastMarket, readQuoteMarket } from './quote-market'
import { isTooLate, tooLate, within } from './within'

/** A price at one block. */
export type Estimated = {
  readonly blockNumber: bigint
  readonly cost: NetworkCost
  /** The part of the network cost's gas for the contract signature and the hooks. */
  readonly extraGas: bigint
  readonly amounts: QuoteAmounts
  /**
   * Upper bound on the gap between these amounts and the optimum over the block's pools, in bps. Undefined unless the
   * gap is proven to be below 5 bps, or if the trade exceeds the market's depth.
   */
  readonly optimalityGapBps: number | undefined
  /** Whether a simulation of the settlement contract confirmed these amounts. */
  readonly verified: boolean
}

/** Gap in bps from which none is reported: a larger one reflects the looseness of the bound rather than the quote. */
const maxStatedGapBps = 5

/**
 * From this price impact on, a trade exceeds the market's depth and no gap is reported: a near-optimal route does not
 * help a trader who loses that much. The pages ask for typed consent instead.
 */
const depthImpact = 0.15

/** The estimator for every quality except `fast`; a split is never worse than the best single path. */
const best = ['split', 'inventory'] as const satisfies readonly EstimatorName[]

/**
 * Prices a request at the newest block. `fast` uses the fastest estimator. `optimal` and `verified` use the best offer
 * that the simulation confirms, or the best unverified one if none is confirmed in time. Fills by opposite orders count
 * only once they are confirmed. The gas is that of a simulated settlement of the same shape; `fast` does not wait for a
 * simulation.
 *
 * If the request's timeout is too short for this, the result is the best path through the pools that were read last,
 * unverified ({@link findLastMarket}).
 * @throws {ServiceError} UnsupportedToken, NoLiquidity, SellAmountDoesNotCoverFee, or InternalServerError if the
 * network's RPC or the pricing does not answer in time.
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
    return toEstimated(job, priceSynchronously(job), 'unverified')
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
  let { job, offers } = await requestMeasured(opened)
  let confirmed = await confirm(job, offers)
  if (!confirmed) {
    ;({ job, offers } = await reroute(job, offers))
    confirmed = await confirm(job, offers)
  }
  if (confirmed && isOutdated(job, confirmed)) {
    offers = await requestAgain(job, offers)
    confirmed = (await confirm(job, offers)) ?? confirmed
  }
  confirmed ??= await confirm(job, await requestOffers(job, ['path']).catch(() => []))
  if (confirmed) return toEstimated(job, confirmed, 'verified')
  return toEstimated(job, offers.find(isOwn) ?? noLiquidity(), 'unverified')
}

/**
 * Returns the best path, or the best split if no single path can take the amount. Runs on the main thread, because the
 * pricing threads may have a queue.
 * @throws {ServiceError} SellAmountDoesNotCoverFee; NoLiquidity if the pools have no path; InternalServerError if the
 * only paths pass tokens that are not yet tested.
 */
function priceSynchronously(job: QuoteJob): PricedOffer {
  const { pools, allPools } = job.market
  const [offer] =
    offersOf(job, ['path'], pools) ??
    offersOf(job, ['split'], pools) ??
    (offersOf(job, ['split'], allPools) ? [] : noLiquidity())
  if (!offer) throw tooLate()
  return offer
}

/** Returns the estimators' offers for these pools; undefined if the pools have no path. */
function offersOf(
  job: QuoteJob,
  estimatorNames: readonly EstimatorName[],
  pools: readonly Pool[],
): readonly PricedOffer[] | undefined {
  try {
    return priceOffers(pricingRequest(job, estimatorNames), pools)
  } catch (error) {
    if (isServiceError(error) && error.code === 'NoLiquidity') return undefined
    throw error
  }
}

/** Unknown gas is measured after the response, for later requests. */
async function estimateFast(job: QuoteJob): Promise<Estimated> {
  const offers = await requestOffers(job, ['path']).catch((error) => {
    if (isServiceError(error) && error.code === 'NoLiquidity') return requestOffers(job, ['split'])
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

/** Returns the best offers, with measured gas where possible; around untrusted contracts if these make one fail. */
async function requestMeasured(job: QuoteJob): Promise<Rerouted> {
  const offers = await requestOffers(job, best)
  const own = offers.find(isOwn)
  if (!own || own.isMeasured) return { job, offers }
  if (await measure(job, own)) return { job, offers: await requestAgain(job, offers) }
  return reroute(job, offers)
}

/** Routes around untrusted contracts if these make the best offer fail. */
async function reroute(job: QuoteJob, offers: readonly PricedOffer[]): Promise<Rerouted> {
  const own = offers.find(isOwn)
  return (own && (await quoteWithoutUntrusted(job, own, best))) ?? { job, offers }
}

/** Returns the best offers with the gas known now, or the given ones if that takes too long. */
async function requestAgain(
  job: QuoteJob,
  offers: readonly PricedOffer[],
): Promise<readonly PricedOffer[]> {
  return requestOffers(job, best).catch((error) => {
    if (isServiceError(error) && error.code === 'InternalServerError') return offers
    throw error
  })
}

function toEstimated(
  { ctx, question, market: { blockNumber }, extraGas }: QuoteJob,
  { amounts, cost, estimate: { gapBps, impact } }: PricedOffer,
  outcome: 'verified' | 'unverified',
): Estimated {
  // An offer better than its bound disproves the bound.
  if (gapBps < 0) {
    ctx.log.error(
      { chainId: question.request.chainId, block: Number(blockNumber), gapBps },
      'quote violates its bound',
    )
  }
  const isStated = gapBps >= 0 && gapBps < maxStatedGapBps && impact < depthImpact
  const optimalityGapBps = isStated ? Math.round(gapBps * 10_000) / 10_000 : undefined
  const verified = outcome === 'verified'
  return { blockNumber, cost, extraGas, amounts, optimalityGapBps, verified }
}

/** A quote job without the failed contracts, and its offers. */
type Rerouted = { readonly job: QuoteJob; readonly offers: readonly PricedOffer[] }

/**
 * Returns offers through base tokens only, without pools that call rate providers, if these succeed at the block at
 * which `failed` fails; undefined if no untrusted contract is to blame. The untrusted contracts of `failed` are then
 * penalised, unless a traded token is untrusted too and could fail on purpose.
 */
async function quoteWithoutUntrusted(
  job: QuoteJob,
  failed: PricedOffer,
  estimatorNames: readonly EstimatorName[],
): Promise<Rerouted | undefined> {
  const { ctx, question, market } = job
  const { chainId, buyToken } = question.request
  const { sellToken, buyToken: bought } = question.pair
  const known = knownTokens(ctx.chain(chainId).network, [sellToken, bought])
  return retryWithoutUntrusted(ctx, {
    chainId,
    pools: failed.estimate.hops.map(({ pool }) => pool),
    known,
    retry: async () => {
      const pools = withoutUntrusted(market.pools, known)
      const rerouted: QuoteJob = { ...job, market: { ...market, pools } }
      const offers = await requestOffers(rerouted, estimatorNames).catch(() => [])
      const own = offers.find(isOwn)
      // Hooks are left out of both simulations, because a hook itself may fail.
      if (!own || (await measure(job, failed)) || !(await measure(rerouted, own))) return undefined
      return { job: rerouted, offers }
    },
    isHarmless: (trusted) =>
      trusted.has(sellToken) && trusted.has(bought) && buyToken !== nativeToken,
  })
}
