import { unwrapInteraction } from '@/lib/chain/encode-settlement'
import type { Context } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import { noInteractions, type OrderInteractions } from '@/lib/core/interaction'
import { encodeRoute, routeSettlement } from '@/lib/routing/encode-route'
import { type Estimate, type EstimatorName, shapeOf } from './estimator'
import { findMeasuredGas, recordGas } from './measured-gas'
import type { PricedOffer, PricingRequest } from './price-offers'
import { pricerOf } from './pricer'
import { maxOrderGas, type Question, type QuoteAmounts } from './quote'
import { extraBytesOf, type Inventory, type QuoteMarket } from './quote-market'
import { type SimulatedTrade, simulateTrade } from './simulate-quote'
import { within } from './within'
/** Limits and dependencies of a quote. */
export type EstimateTerms = {
  /** Unix milliseconds. */
  readonly deadlineMs: number
  readonly inventory: Inventory | undefined
}

/** A quote in progress. */
export type QuoteJob = EstimateTerms & {
  readonly ctx: Context
  readonly question: Question
  readonly market: QuoteMarket
  readonly extraGas: bigint
}

/** Maximum number of offers simulated per quote: as many as there are estimators. */
const maxTrials = 3

/**
 * Returns the estimators' offers, best first.
 * @throws {ServiceError} NoLiquidity or SellAmountDoesNotCoverFee; InternalServerError if it takes too long.
 */
export function requestOffers(
  job: QuoteJob,
  estimatorNames: readonly EstimatorName[],
): Promise<readonly PricedOffer[]> {
  const { ctx, market, deadlineMs } = job
  const priced = pricerOf(ctx)(pricingRequest(job, estimatorNames), {
    pools: market.pools,
    deadlineMs,
  })
  return within(ctx, deadlineMs, priced)
}

/** Builds the pricing question of a quote. */
export function pricingRequest(
  { ctx, question, market, extraGas }: Pick<QuoteJob, 'ctx' | 'question' | 'market' | 'extraGas'>,
  estimatorNames: readonly EstimatorName[],
): PricingRequest {
  const { gasPrice, bytePrice, inventory, transferGas } = market
  const { chainId, size } = question.request
  return {
    chainId,
    pair: question.pair,
    size,
    gasPrice,
    bytePrice,
    extraGas,
    transferGas,
    extraBytes: extraBytesOf(question),
    volumeFeeBps: ctx.config.volumeFeeBps,
    estimatorNames:
      inventory.length > 0 ? estimatorNames : estimatorNames.filter((name) => name !== 'inventory'),
    inventory,
    measuredGas: findMeasuredGas(ctx, { chainId, pair: question.pair }),
  }
}

/** Returns whether an offer trades with pools only. */
export function isOwn({ estimate }: PricedOffer): boolean {
  return estimate.fills.length === 0
}

/** Returns the best offer that a simulation confirms, if there is one. */
export async function confirm(
  job: QuoteJob,
  offers: readonly PricedOffer[],
): Promise<PricedOffer | undefined> {
  const { interactions } = job.question
  for (const offer of offers.slice(0, maxTrials)) {
    // Such an order would be refused, and simulating its hooks would only load the node.
    if (offer.cost.gas > maxOrderGas) continue
    const simulated = await simulateInTime(job, offer, interactions)
    if (!simulated || simulated.received < offer.amounts.buyAmount) continue
    if (isPlain(interactions)) recordOfferGas(job, offer, simulated.gas)
    return offer
  }
  return undefined
}

function isPlain({ pre, post }: OrderInteractions): boolean {
  return pre.length === 0 && post.length === 0
}

/** Returns whether an offer's gas differs from the last measurement of its shape. */
export function isOutdated(
  { ctx, question, extraGas }: QuoteJob,
  { estimate, cost }: PricedOffer,
): boolean {
  const { pair, request } = question
  const measured = findMeasuredGas(ctx, { chainId: request.chainId, pair }).get(shapeOf(estimate))
  return measured !== undefined && measured.gas + extraGas !== cost.gas
}

/**
 * Measures the gas of an offer that can be executed. Hooks count with their stated gas limits, so they are not
 * simulated.
 */
export async function measure(job: QuoteJob, offer: PricedOffer): Promise<boolean> {
  const simulated = await simulateInTime(job, offer, noInteractions)
  if (simulated) recordOfferGas(job, offer, simulated.gas)
  return simulated !== undefined
}

function recordOfferGas({ ctx, question }: QuoteJob, { estimate }: PricedOffer, gas: bigint): void {
  // The gas of the matched orders is theirs to pay.
  if (estimate.fills.length > 0) return
  const { pair, request } = question
  const { sellAmount } = estimate
  recordGas(ctx, { chainId: request.chainId, pair }, { shape: shapeOf(estimate), gas, sellAmount })
}

async function simulateInTime(
  { ctx, question, market: { blockNumber }, deadlineMs }: QuoteJob,
  { estimate, amounts }: PricedOffer,
  interactions: OrderInteractions,
): Promise<SimulatedTrade | undefined> {
  if (ctx.now() >= deadlineMs) return undefined
  const trial = { estimate, amounts, blockNumber }
  const pending = simulateOffer(ctx, { ...question, interactions }, trial)
  return within(ctx, deadlineMs, pending).catch(() => undefined)
}

type Trial = {
  readonly estimate: Estimate
  readonly amounts: QuoteAmounts
  readonly blockNumber: bigint
}

/**
 * Simulates the question's order, executed as the estimate says; undefined if it reverts. Balances count as plain
 * ERC-20, since the balance source changes no amount.
 */
async function simulateOffer(
  ctx: Context,
  question: Question,
  trial: Trial,
): Promise<SimulatedTrade | undefined> {
  const { request, pair, interactions } = question
  const { estimate, amounts, blockNumber } = trial
  const { chainId } = request
  // Opposite orders receive the price before the volume fee.
  const traded = estimate.fills.length > 0 ? estimate : amounts
  const swaps = encodeRoute(estimate, routeSettlement(ctx, chainId))
  const intra =
    request.buyToken === nativeToken
      ? [...swaps, unwrapInteraction(pair.buyToken, estimate.buyAmount)]
      : swaps
  return simulateTrade(ctx, {
    chainId,
    blockNumber,
    owner: request.from,
    interactions: { ...interactions, intra },
    fills: estimate.fills,
    order: {
      sellToken: request.sellToken,
      buyToken: request.buyToken,
      receiver: request.receiver ?? request.from,
      sellAmount: traded.sellAmount,
      buyAmount: traded.buyAmount,
      feeAmount: amounts.feeAmount,
      validTo: question.validTo,
      appData: question.appDataHash,
      kind: request.size.kind,
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
    },
  })
}
