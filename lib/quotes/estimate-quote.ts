import type { Context } from '@/lib/context'
import { isServiceError } from '@/lib/core/errors'
import { noInteractions, type OrderInteractions } from '@/lib/core/interaction'
import { type EstimatorName, shapeOf } from './estimator'
import { learnGas, learntGas } from './measured-gas'
import { playOffer } from './play-offer'
import type { PricedOffer } from './price-offers'
import { noLiquidity } from './price-quote'
import { priceQuestion } from './pricer'
import { maxOrderGas, type NetworkCost, type Question, type QuoteAmounts } from './quote'
import { extraGasOf, type Inventory, type QuoteMarket, readQuoteMarket } from './quote-market'
import type { SimulatedTrade } from './simulate-quote'
import { within } from './within'

/** A price from one block. */
export type Estimated = {
  readonly blockNumber: bigint
  readonly cost: NetworkCost
  /** The part of the cost's gas that goes to a contract signature and to hooks. */
  readonly extraGas: bigint
  readonly amounts: QuoteAmounts
  /** How far the amounts are at most from the best that the pools of the block could give. */
  readonly optimalityGapBps: number
  /** Whether the settlement contract was seen to carry these amounts out. */
  readonly verified: boolean
}

type Terms = {
  /** Unix milliseconds. */
  readonly deadlineMs: number
  readonly inventory: Inventory | undefined
}

/** One quote at work. */
type Desk = Terms & {
  readonly ctx: Context
  readonly question: Question
  readonly market: QuoteMarket
  readonly extraGas: bigint
}

/** Who is asked for all qualities but `fast`; a split is never worse than the best path. */
const best = ['split', 'inventory'] as const satisfies readonly EstimatorName[]

/** Offers that are played for one quote at most. */
const mostTrials = 3

/**
 * Prices a request from the liquidity of the newest block: `fast` by the fastest estimator; `optimal` by the best
 * one; `verified` by the best one that the settlement contract confirms, or, where it confirms none in time, as
 * `optimal` does. What opposite orders promise counts once it is confirmed only. Gas is what a simulated settlement
 * of the same shape took; `fast` waits for none.
 *
 * @throws {ServiceError} UnsupportedToken, NoLiquidity, SellAmountDoesNotCoverFee, or
 * InternalServerError when the network's RPC or the pricing does not answer in time.
 */
export async function estimateQuote(
  ctx: Context,
  question: Question,
  terms: Terms,
): Promise<Estimated> {
  const reading = readQuoteMarket(ctx, question, terms.inventory)
  const market = await within(ctx, terms.deadlineMs, reading)
  const desk = { ...terms, ctx, question, market, extraGas: extraGasOf(question) }
  if (question.request.priceQuality === 'fast') return estimateFast(desk)
  let offers = await askMeasured(desk)
  let confirmed = await confirm(desk, offers)
  if (confirmed && isOutdated(desk, confirmed)) {
    offers = await askAgain(desk, offers)
    confirmed = (await confirm(desk, offers)) ?? confirmed
  }
  if (!confirmed && question.request.priceQuality === 'verified') {
    confirmed = await confirm(desk, await ask(desk, ['path']).catch(() => []))
  }
  if (confirmed) return toEstimated(desk, confirmed, 'verified')
  return toEstimated(desk, offers.find(isOwn) ?? noLiquidity(), 'unverified')
}

/** A gas that is not known yet is measured behind the answer's back, for those who ask next. */
async function estimateFast(desk: Desk): Promise<Estimated> {
  const offers = await ask(desk, ['path']).catch((error) => {
    if (isServiceError(error) && error.code === 'NoLiquidity') return ask(desk, ['split'])
    throw error
  })
  const [offer = noLiquidity()] = offers
  if (!offer.isMeasured) void measure(desk, offer)
  return toEstimated(desk, offer, 'unverified')
}

/** The best offers, with measured gas where it can be measured. */
async function askMeasured(desk: Desk): Promise<readonly PricedOffer[]> {
  const offers = await ask(desk, best)
  const own = offers.find(isOwn)
  if (!own || own.isMeasured) return offers
  return (await measure(desk, own)) ? askAgain(desk, offers) : offers
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

function ask(desk: Desk, asked: readonly EstimatorName[]): Promise<readonly PricedOffer[]> {
  const { ctx, question, market, deadlineMs, extraGas } = desk
  const { pools, gasPrice, inventory } = market
  const { chainId, size } = question.request
  const priced = priceQuestion(ctx)(
    {
      chainId,
      pair: question.pair,
      size,
      gasPrice,
      extraGas,
      volumeFeeBps: ctx.config.volumeFeeBps,
      asked: inventory.length > 0 ? asked : asked.filter((name) => name !== 'inventory'),
      inventory,
      learnt: learntGas(ctx, { chainId, pair: question.pair }),
    },
    { pools, deadlineMs },
  )
  return within(ctx, deadlineMs, priced)
}

/** Whether it needs nothing but the pools. */
function isOwn({ estimate }: PricedOffer): boolean {
  return estimate.fills.length === 0
}

/**
 * The best offer that needs no confirmation, or is confirmed; none where that is an unconfirmed one of the
 * pools. For `optimal` the pools' own offers are not played.
 */
async function confirm(
  desk: Desk,
  offers: readonly PricedOffer[],
): Promise<PricedOffer | undefined> {
  const { request, interactions } = desk.question
  for (const offer of offers.slice(0, mostTrials)) {
    if (request.priceQuality === 'optimal' && isOwn(offer)) return undefined
    // Such an order would be refused, and its hooks would keep the node busy.
    if (offer.cost.gas > maxOrderGas) continue
    const played = await play(desk, offer, interactions)
    if (!played || played.received < offer.amounts.buyAmount) continue
    if (isPlain(interactions)) learn(desk, offer, played.gas)
    return offer
  }
  return undefined
}

function isPlain({ pre, post }: OrderInteractions): boolean {
  return pre.length === 0 && post.length === 0
}

/** Whether the gas that an offer counts is not what was measured last for its shape. */
function isOutdated({ ctx, question, extraGas }: Desk, { estimate, cost }: PricedOffer): boolean {
  const { pair, request } = question
  const measured = learntGas(ctx, { chainId: request.chainId, pair }).get(shapeOf(estimate))
  return measured !== undefined && measured.gas + extraGas !== cost.gas
}

/** Measures the gas of an offer; hooks count with all the gas they state, so they are not measured too. */
async function measure(desk: Desk, offer: PricedOffer): Promise<boolean> {
  const played = await play(desk, offer, noInteractions)
  if (played) learn(desk, offer, played.gas)
  return played !== undefined
}

function learn({ ctx, question }: Desk, { estimate }: PricedOffer, gas: bigint): void {
  // What the orders that fill it cost is theirs to pay.
  if (estimate.fills.length > 0) return
  const { pair, request } = question
  const { sellAmount } = estimate
  learnGas(ctx, { chainId: request.chainId, pair }, { shape: shapeOf(estimate), gas, sellAmount })
}

async function play(
  { ctx, question, market: { blockNumber }, deadlineMs }: Desk,
  { estimate, amounts }: PricedOffer,
  interactions: OrderInteractions,
): Promise<SimulatedTrade | undefined> {
  if (ctx.now() >= deadlineMs) return undefined
  const trial = { estimate, amounts, blockNumber }
  const playing = playOffer(ctx, { ...question, interactions }, trial)
  return within(ctx, deadlineMs, playing).catch(() => undefined)
}

function toEstimated(
  { market: { blockNumber }, extraGas }: Desk,
  { amounts, cost, estimate: { gapBps } }: PricedOffer,
  outcome: 'verified' | 'unverified',
): Estimated {
  const optimalityGapBps = Math.round(Math.max(0, gapBps) * 10_000) / 10_000
  const verified = outcome === 'verified'
  return { blockNumber, cost, extraGas, amounts, optimalityGapBps, verified }
}
