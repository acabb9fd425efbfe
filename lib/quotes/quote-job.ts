import type { Context } from '@/lib/context'
import { noInteractions, type OrderInteractions } from '@/lib/core/interaction'
import { type EstimatorName, shapeOf } from './estimator'
import { learntGas, recordGas } from './measured-gas'
import type { PricedOffer, PricingQuestion } from './price-offers'
import { pricerOf } from './pricer'
import { maxOrderGas, type Question } from './quote'
import type { Inventory, QuoteMarket } from './quote-market'
import { playOffer } from './simulate-estimate'
import type { SimulatedTrade } from './simulate-quote'
import { within } from './within'

/** What a quote may take and use. */
export type EstimateTerms = {
  /** Unix milliseconds. */
  readonly deadlineMs: number
  readonly inventory: Inventory | undefined
}

/** One quote at work. */
export type QuoteJob = EstimateTerms & {
  readonly ctx: Context
  readonly question: Question
  readonly market: QuoteMarket
  readonly extraGas: bigint
}

/** Offers that are played for one quote at most. */
const maxTrials = 3

/**
 * What estimators offer, best first.
 *
 * @throws {ServiceError} NoLiquidity or SellAmountDoesNotCoverFee; InternalServerError when it takes too long.
 */
export function ask(
  job: QuoteJob,
  asked: readonly EstimatorName[],
): Promise<readonly PricedOffer[]> {
  const { ctx, market, deadlineMs } = job
  const priced = pricerOf(ctx)(pricingQuestion(job, asked), {
    pools: market.pools,
    deadlineMs,
  })
  return within(ctx, deadlineMs, priced)
}

/** What estimators are asked for a quote at work. */
export function pricingQuestion(
  { ctx, question, market, extraGas }: Pick<QuoteJob, 'ctx' | 'question' | 'market' | 'extraGas'>,
  asked: readonly EstimatorName[],
): PricingQuestion {
  const { gasPrice, inventory } = market
  const { chainId, size } = question.request
  return {
    chainId,
    pair: question.pair,
    size,
    gasPrice,
    extraGas,
    volumeFeeBps: ctx.config.volumeFeeBps,
    asked: inventory.length > 0 ? asked : asked.filter((name) => name !== 'inventory'),
    inventory,
    learnt: learntGas(ctx, { chainId, pair: question.pair }),
  }
}

/** Whether an offer needs nothing but the pools. */
export function isOwn({ estimate }: PricedOffer): boolean {
  return estimate.fills.length === 0
}

/** The best offer that the settlement contract confirms, if it confirms one. */
export async function confirm(
  job: QuoteJob,
  offers: readonly PricedOffer[],
): Promise<PricedOffer | undefined> {
  const { interactions } = job.question
  for (const offer of offers.slice(0, maxTrials)) {
    // Such an order would be refused, and its hooks would keep the node busy.
    if (offer.cost.gas > maxOrderGas) continue
    const played = await play(job, offer, interactions)
    if (!played || played.received < offer.amounts.buyAmount) continue
    if (isPlain(interactions)) learn(job, offer, played.gas)
    return offer
  }
  return undefined
}

function isPlain({ pre, post }: OrderInteractions): boolean {
  return pre.length === 0 && post.length === 0
}

/** Whether the gas that an offer counts is not what was measured last for its shape. */
export function isOutdated(
  { ctx, question, extraGas }: QuoteJob,
  { estimate, cost }: PricedOffer,
): boolean {
  const { pair, request } = question
  const measured = learntGas(ctx, { chainId: request.chainId, pair }).get(shapeOf(estimate))
  return measured !== undefined && measured.gas + extraGas !== cost.gas
}

/**
 * Measures the gas of an offer, if it can be carried out; hooks count with all the gas they state, so they are not
 * measured too.
 */
export async function measure(job: QuoteJob, offer: PricedOffer): Promise<boolean> {
  const played = await play(job, offer, noInteractions)
  if (played) learn(job, offer, played.gas)
  return played !== undefined
}

function learn({ ctx, question }: QuoteJob, { estimate }: PricedOffer, gas: bigint): void {
  // What the orders that fill it cost is theirs to pay.
  if (estimate.fills.length > 0) return
  const { pair, request } = question
  const { sellAmount } = estimate
  recordGas(ctx, { chainId: request.chainId, pair }, { shape: shapeOf(estimate), gas, sellAmount })
}

async function play(
  { ctx, question, market: { blockNumber }, deadlineMs }: QuoteJob,
  { estimate, amounts }: PricedOffer,
  interactions: OrderInteractions,
): Promise<SimulatedTrade | undefined> {
  if (ctx.now() >= deadlineMs) return undefined
  const trial = { estimate, amounts, blockNumber }
  const playing = playOffer(ctx, { ...question, interactions }, trial)
  return within(ctx, deadlineMs, playing).catch(() => undefined)
}
