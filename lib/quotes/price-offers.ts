import type { Address } from '@/lib/core/address'
import { ceilDiv } from '@/lib/core/amount'
import { isServiceError, ServiceError } from '@/lib/core/errors'
import { getNetwork } from '@/lib/core/networks'
import type { Pool } from '@/lib/liquidity/pool'
import { nativePrice, priceScale } from '@/lib/market/prices/native-price'
import type { GasCost } from '@/lib/routing/candidate'
import type { RouteRequest } from '@/lib/routing/route'
import type { Pair } from './check-pair'
import {
  type Estimate,
  type EstimatorName,
  estimators,
  type OppositeOrder,
  shapeOf,
} from './estimator'
import { gasOfSimilar, type Measurement } from './measured-gas'
import { afterFee, feeOf, noLiquidity, priceQuote } from './price-quote'
import { type NetworkCost, type QuoteAmounts, type QuoteSize, settlementGas } from './quote'
import { findWarmRoute } from './warm-search'

/** What is to be priced by one block's pools; plain data. */
export type PricingQuestion = {
  readonly chainId: number
  readonly pair: Pair
  readonly size: QuoteSize
  /** Wei per unit of gas. */
  readonly gasPrice: bigint
  /** Gas of a contract signature and of hooks, which comes on top of the settlement's. */
  readonly extraGas: bigint
  readonly volumeFeeBps: number
  readonly asked: readonly EstimatorName[]
  readonly inventory: readonly OppositeOrder[]
  /** By {@link shapeOf}. */
  readonly learnt: ReadonlyMap<string, Measurement>
}

/** What one estimator says. */
export type PricedOffer = {
  readonly estimator: EstimatorName
  readonly estimate: Estimate
  readonly amounts: QuoteAmounts
  readonly cost: NetworkCost
  /** Whether the gas of the cost was measured for an estimate of this shape. */
  readonly isMeasured: boolean
}

type Search = {
  readonly question: PricingQuestion
  readonly sellTokenPrice: bigint
  readonly estimate: (request: Size) => Estimate | undefined
}

type Size = { readonly sellAmount: bigint } | { readonly buyAmount: bigint }

/** Native atoms by which a path is looked for where a size is too small to find one: enough not to round to nothing. */
const pathProbeNative = 10n ** 15n

function isDust(sellAmount: bigint, sellTokenPrice: bigint): boolean {
  return sellAmount * sellTokenPrice < pathProbeNative * priceScale
}

function buysNothing(sellAmount: bigint): ServiceError {
  return new ServiceError(
    'SellAmountDoesNotCoverFee',
    `sell amount ${sellAmount} is too small to buy anything; sell more than that`,
  )
}

/**
 * The offers of the estimators for one question, best first.
 *
 * @throws {ServiceError} NoLiquidity or SellAmountDoesNotCoverFee when none of them has one.
 */
export function priceOffers(
  question: PricingQuestion,
  pools: readonly Pool[],
): readonly PricedOffer[] {
  const { pair, size, asked, extraGas, gasPrice } = question
  const sellTokenPrice = priceOf(question, pools, pair.sellToken)
  const buyTokenPrice = priceOf(question, pools, pair.buyToken)
  const hasPath = () => {
    const sellAmount = ceilDiv(pathProbeNative * priceScale, sellTokenPrice)
    return findWarmRoute(pools, { ...pair, sellAmount }) !== undefined
  }
  // A size that pays for no settlement at all is named so, before its route rounds to nothing.
  if ('sellAmountBeforeFee' in size) {
    const fee = feeOf({ gas: settlementGas + extraGas, gasPrice, sellTokenPrice })
    if (size.sellAmountBeforeFee <= fee && !hasPath()) noLiquidity()
    afterFee(size.sellAmountBeforeFee, fee)
  }
  const comparedIn = size.kind === 'sell' ? buyTokenPrice : sellTokenPrice
  const request = { ...pair, gas: gasCost(gasPrice, comparedIn) }
  const split = remembered((wanted: RouteRequest) => findWarmRoute(pools, wanted), amountOf)
  const sources = { pools, inventory: question.inventory, split }
  const offers: PricedOffer[] = []
  let refusal: unknown
  for (const estimator of asked) {
    const find = (size: Size) =>
      estimators[estimator](sources, { ...request, ...size } as RouteRequest)
    try {
      const estimate = remembered(find, amountOf)
      offers.push({ estimator, ...priceOffer({ question, sellTokenPrice, estimate }) })
    } catch (error) {
      if (!isServiceError(error)) throw error
      refusal ??= error
    }
  }
  if (offers.length === 0) {
    if ('sellAmountBeforeFee' in size && isDust(size.sellAmountBeforeFee, sellTokenPrice)) {
      if (hasPath()) throw buysNothing(size.sellAmountBeforeFee)
    }
    throw refusal ?? noLiquidity()
  }
  return offers.sort(byWorth(size))
}

/** Prices with the gas that is expected, and again where the way that was found takes other gas. */
function priceOffer({ question, ...search }: Search): Omit<PricedOffer, 'estimator'> {
  const { size, extraGas, gasPrice, volumeFeeBps, learnt } = question
  const { sellTokenPrice, estimate } = search
  const priceAt = (gas: bigint) => {
    let found: Estimate | undefined
    const find = (amount: Size) => {
      found = estimate(amount)
      return found
    }
    const cost = { gas: gas + extraGas, gasPrice, sellTokenPrice }
    const market = {
      buyAmountFor: (sellAmount: bigint) => find({ sellAmount })?.buyAmount,
      sellAmountFor: (buyAmount: bigint) => find({ buyAmount })?.sellAmount,
    }
    const amounts = priceQuote({ size, cost, market, volumeFeeBps })
    return { cost, amounts, estimate: found ?? noLiquidity() }
  }
  const guess = expectedGas(question)
  const first = orFromLeast(priceAt, guess)
  const gas = gasOf(first.estimate, learnt)
  const priced = gas + extraGas === first.cost.gas ? first : priceAt(gas)
  return { ...priced, isMeasured: learnt.has(shapeOf(priced.estimate)) }
}

/** A gas that was learnt of a longer way may be more than a small size can pay, where a short one is not. */
function orFromLeast<T>(priceAt: (gas: bigint) => T, guess: bigint): T {
  try {
    return priceAt(guess)
  } catch (error) {
    if (guess === settlementGas || !isServiceError(error)) throw error
    return priceAt(settlementGas)
  }
}

function gasOf(estimate: Estimate, learnt: PricingQuestion['learnt']): bigint {
  return learnt.get(shapeOf(estimate))?.gas ?? settlementGas + estimate.gas
}

/** What the settlement will probably take; it matters to sizes only from which a fee is deducted. */
function expectedGas({ size, learnt }: PricingQuestion): bigint {
  if (!('sellAmountBeforeFee' in size)) return settlementGas
  return gasOfSimilar(learnt, size.sellAmountBeforeFee) ?? settlementGas
}

/** Answers as it did the last time where the same is asked again: estimators share the search of the split. */
function remembered<Q, A>(
  answer: (question: Q) => A,
  keyOf: (question: Q) => bigint,
): typeof answer {
  const answers = new Map<bigint, A>()
  return (question) => {
    const key = keyOf(question)
    if (!answers.has(key)) answers.set(key, answer(question))
    return answers.get(key) as A
  }
}

function amountOf(size: { readonly sellAmount?: bigint; readonly buyAmount?: bigint }): bigint {
  return size.sellAmount ?? size.buyAmount ?? 0n
}

/** Who gets more for what is given, or gives less for what is got, comes first; then the sequence of estimators. */
function byWorth({ kind }: QuoteSize) {
  const worth = ({ sellAmount, buyAmount, feeAmount }: QuoteAmounts) =>
    kind === 'buy' ? -(sellAmount + feeAmount) : buyAmount
  return (a: PricedOffer, b: PricedOffer) => {
    const [ofA, ofB] = [worth(a.amounts), worth(b.amounts)]
    return ofA === ofB ? 0 : ofA > ofB ? -1 : 1
  }
}

const pricesOf = new WeakMap<readonly Pool[], Map<Address, bigint | undefined>>()

/** The native price of a token by pools, found once for each of their states. */
function priceOf({ chainId }: PricingQuestion, pools: readonly Pool[], token: Address): bigint {
  const prices = pricesOf.get(pools) ?? new Map<Address, bigint | undefined>()
  pricesOf.set(pools, prices)
  if (!prices.has(token)) prices.set(token, nativePrice(pools, getNetwork(chainId), token))
  return prices.get(token) ?? noLiquidity()
}

/** What a unit of gas costs in atoms of the token with this native price, so that a route counts its own. */
function gasCost(gasPrice: bigint, tokenPrice: bigint): GasCost {
  return { costPerUnit: { numerator: gasPrice * priceScale, denominator: tokenPrice } }
}
