import type { Address } from '@/lib/core/address'
import { ceilDiv } from '@/lib/core/amount'
import { isServiceError, ServiceError } from '@/lib/core/errors'
import { getNetwork } from '@/lib/core/networks'
import type { Pool } from '@/lib/liquidity/pool'
import { gasPriceWithBytes, type Hop, poolBytes } from '@/lib/liquidity/swap-pool'
import { nativePrice, priceScale } from '@/lib/market/prices/native-price'
import type { GasCost, RouteRequest } from '@/lib/routing/route'
import type { Pair } from './check-request'
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
import { settlementBytes, tradeBytes } from './settlement-bytes'
import { findWarmRoute } from './warm-search'
/** A pricing question at one block; plain data. */
export type PricingRequest = {
  readonly chainId: number
  readonly pair: Pair
  readonly size: QuoteSize
  /** Wei per unit of gas. */
  readonly gasPrice: bigint
  /** Wei per byte of a settlement. */
  readonly bytePrice: bigint
  /** Gas and bytes of the contract signature and the hooks, on top of the settlement's. */
  readonly extraGas: bigint
  readonly extraBytes: bigint
  /** Gas of the tokens' transfers beyond plain ones; measured gas contains it. */
  readonly transferGas: bigint
  readonly volumeFeeBps: number
  readonly estimatorNames: readonly EstimatorName[]
  readonly inventory: readonly OppositeOrder[]
  /** Keys are those of {@link shapeOf}. */
  readonly measuredGas: ReadonlyMap<string, Measurement>
}

/** The result of one estimator. */
export type PricedOffer = {
  readonly estimator: EstimatorName
  readonly estimate: Estimate
  readonly amounts: QuoteAmounts
  readonly cost: NetworkCost
  /** Whether the gas was measured for an estimate of this shape. */
  readonly isMeasured: boolean
}

type Search = {
  readonly question: PricingRequest
  readonly sellTokenPrice: bigint
  readonly estimate: (request: Size) => Estimate | undefined
}

type Size = { readonly sellAmount: bigint } | { readonly buyAmount: bigint }

/**
 * Amount in native atoms used to find a path when the requested amount is too small: large enough not to round to zero.
 */
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
 * Returns the estimators' offers for one question, best first.
 * @throws {ServiceError} NoLiquidity or SellAmountDoesNotCoverFee if there is none.
 */
export function priceOffers(
  question: PricingRequest,
  pools: readonly Pool[],
): readonly PricedOffer[] {
  const { pair, size, estimatorNames, extraGas, gasPrice, bytePrice } = question
  const sellTokenPrice = priceOf(question, pools, pair.sellToken)
  const buyTokenPrice = priceOf(question, pools, pair.buyToken)
  const hasPath = () => {
    const sellAmount = ceilDiv(pathProbeNative * priceScale, sellTokenPrice)
    return findWarmRoute(pools, { ...pair, sellAmount }) !== undefined
  }
  // Reports an amount below the network cost as such, before its route rounds to zero.
  if ('sellAmountBeforeFee' in size) {
    const dataFee = dataFeeOf(question, [])
    const gas = minGas(question) + extraGas
    const fee = feeOf({ gas, gasPrice, dataFee, sellTokenPrice })
    if (size.sellAmountBeforeFee <= fee && !hasPath()) noLiquidity()
    afterFee(size.sellAmountBeforeFee, fee)
  }
  const comparedIn = size.kind === 'sell' ? buyTokenPrice : sellTokenPrice
  const request = { ...pair, gas: gasCost(gasPriceWithBytes(gasPrice, bytePrice), comparedIn) }
  const split = remembered((wanted: RouteRequest) => findWarmRoute(pools, wanted), amountOf)
  const sources = { pools, inventory: question.inventory, split }
  const offers: PricedOffer[] = []
  let refusal: unknown
  for (const estimator of estimatorNames) {
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

/** Prices with the expected gas, and once more if the route found takes different gas. */
function priceOffer({ question, ...search }: Search): Omit<PricedOffer, 'estimator'> {
  const { size, extraGas, gasPrice, volumeFeeBps, measuredGas } = question
  const { sellTokenPrice, estimate } = search
  const priceAt = (gas: bigint, hops: readonly Pick<Hop, 'pool'>[] = []) => {
    let found: Estimate | undefined
    const find = (amount: Size) => {
      found = estimate(amount)
      return found
    }
    const dataFee = dataFeeOf(question, hops)
    const cost = { gas: gas + extraGas, gasPrice, dataFee, sellTokenPrice }
    const market = {
      buyAmountFor: (sellAmount: bigint) => find({ sellAmount })?.buyAmount,
      sellAmountFor: (buyAmount: bigint) => find({ buyAmount })?.sellAmount,
    }
    const amounts = priceQuote({ size, cost, market, volumeFeeBps })
    return { cost, amounts, estimate: found ?? noLiquidity() }
  }
  const guess = expectedGas(question)
  const first = orFromMinGas(priceAt, { guess, min: minGas(question) })
  const { hops } = first.estimate
  const gas = gasOf(first.estimate, question)
  const isExpected =
    gas + extraGas === first.cost.gas && dataFeeOf(question, hops) === first.cost.dataFee
  const priced = isExpected ? first : priceAt(gas, hops)
  return { ...priced, isMeasured: measuredGas.has(shapeOf(priced.estimate)) }
}

/** Gas measured on a longer route may exceed what a small amount can pay, although a short route would not. */
function orFromMinGas<T>(
  priceAt: (gas: bigint) => T,
  { guess, min }: { readonly guess: bigint; readonly min: bigint },
): T {
  try {
    return priceAt(guess)
  } catch (error) {
    if (guess === min || !isServiceError(error)) throw error
    return priceAt(min)
  }
}

/** The gas of a settlement without hops. */
function minGas({ transferGas }: PricingRequest): bigint {
  return settlementGas + transferGas
}

function gasOf(estimate: Estimate, question: PricingRequest): bigint {
  return question.measuredGas.get(shapeOf(estimate))?.gas ?? minGas(question) + estimate.gas
}

/** The cost in wei of the bytes of an order, its extras and these hops. */
function dataFeeOf(
  { bytePrice, extraBytes }: PricingRequest,
  hops: readonly Pick<Hop, 'pool'>[],
): bigint {
  const ofHops = hops.reduce((sum, { pool }) => sum + poolBytes[pool.protocol], 0n)
  return (settlementBytes + tradeBytes + extraBytes + ofHops) * bytePrice
}

/** The expected gas of the settlement; it affects only amounts from which the fee is deducted. */
function expectedGas(question: PricingRequest): bigint {
  const { size, measuredGas } = question
  if (!('sellAmountBeforeFee' in size)) return minGas(question)
  return gasOfSimilar(measuredGas, size.sellAmountBeforeFee) ?? minGas(question)
}

/** Memoizes a search that several estimators share. */
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

/** Orders offers: most bought for the same input or least sold for the same output, then by estimator. */
function byWorth({ kind }: QuoteSize) {
  const worth = ({ sellAmount, buyAmount, feeAmount }: QuoteAmounts) =>
    kind === 'buy' ? -(sellAmount + feeAmount) : buyAmount
  return (a: PricedOffer, b: PricedOffer) => {
    const [ofA, ofB] = [worth(a.amounts), worth(b.amounts)]
    return ofA === ofB ? 0 : ofA > ofB ? -1 : 1
  }
}

const pricesOf = new WeakMap<readonly Pool[], Map<Address, bigint | undefined>>()

/** Native price of a token by these pools, computed once per pool state. */
function priceOf({ chainId }: PricingRequest, pools: readonly Pool[], token: Address): bigint {
  const prices = pricesOf.get(pools) ?? new Map<Address, bigint | undefined>()
  pricesOf.set(pools, prices)
  if (!prices.has(token)) prices.set(token, nativePrice(pools, getNetwork(chainId), token))
  return prices.get(token) ?? noLiquidity()
}

/** Cost of one unit of gas in atoms of the token with this native price, so that routes account for their gas. */
function gasCost(gasPrice: bigint, tokenPrice: bigint): GasCost {
  return { costPerUnit: { numerator: gasPrice * priceScale, denominator: tokenPrice } }
}
