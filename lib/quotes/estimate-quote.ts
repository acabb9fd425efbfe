import { unwrapInteraction } from '@/lib/chain/unwrap'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { encodeRoute } from '@/lib/liquidity/encode-route'
import { findRoute } from '@/lib/liquidity/find-route'
import type { GasCost } from '@/lib/liquidity/path-search'
import { readPools } from '@/lib/liquidity/read-pools'
import type { Route } from '@/lib/liquidity/route'
import { routeSettlement } from '@/lib/liquidity/route-settlement'
import { nativePrice, priceScale } from '@/lib/market/native-price'
import { checkTokens } from '@/lib/tokens/check-tokens'
import { afterFee, feeOf, noLiquidity, priceQuote } from './price-quote'
import {
  contractSignatureGas,
  type NetworkCost,
  type QuoteAmounts,
  type QuoteRequest,
  type QuoteSize,
  settlementGas,
} from './quote'
import { type SimulatedTrade, simulateTrade } from './simulate-quote'

/** A checked request: the tokens to route between and the order fields that it leads to. */
export type Question = {
  readonly request: QuoteRequest
  readonly pair: { readonly sellToken: Address; readonly buyToken: Address }
  readonly validTo: number
  readonly appDataHash: Hex
}

/** A price from one block. */
export type Estimate = {
  readonly blockNumber: bigint
  readonly cost: NetworkCost
  readonly amounts: QuoteAmounts
  /** Plays the amounts through the settlement contract: whether they arrive. */
  readonly verify: () => Promise<boolean>
}

/**
 * Prices a request from the liquidity of the newest block.
 *
 * @throws {ServiceError} UnsupportedToken, NoLiquidity, SellAmountDoesNotCoverFee, or
 * InternalServerError when the network's RPC does not answer.
 */
export async function estimateQuote(ctx: Context, question: Question): Promise<Estimate> {
  const { request, pair } = question
  const { pools, blockNumber, gasPrice, ...prices } = await readMarket(ctx, question)
  const { sellTokenPrice, buyTokenPrice } = prices
  const selling = (sellAmount: bigint) =>
    findRoute(pools, { ...pair, sellAmount, gas: gasCost(gasPrice, buyTokenPrice) })
  const buying = (buyAmount: bigint) =>
    findRoute(pools, { ...pair, buyAmount, gas: gasCost(gasPrice, sellTokenPrice) })
  const play = (route: Route, amounts: QuoteAmounts) =>
    playRoute(ctx, question, { route, amounts, blockNumber })

  // A size that pays for no settlement at all is named so, before its route rounds to nothing.
  if ('sellAmountBeforeFee' in request.size) {
    const least = { gas: settlementGas, gasPrice, sellTokenPrice }
    afterFee(request.size.sellAmountBeforeFee, feeOf(least))
  }
  const whole = routeForSize(request.size, { selling, buying }) ?? noLiquidity()
  const gas = await measureGas(request, whole, play)
  const cost = { gas, gasPrice, sellTokenPrice }
  const amounts = priceQuote({
    size: request.size,
    cost,
    market: {
      buyAmountFor: (sellAmount) => selling(sellAmount)?.buyAmount,
      sellAmountFor: (buyAmount) => buying(buyAmount)?.sellAmount,
    },
    volumeFeeBps: ctx.config.volumeFeeBps,
  })
  const verify = async () => {
    const { kind } = request.size
    const route = kind === 'sell' ? selling(amounts.sellAmount) : buying(amounts.buyAmount)
    const played = route && (await play(route, amounts))
    return played !== undefined && played.received >= amounts.buyAmount
  }
  return { blockNumber, cost, amounts, verify }
}

/** One block's pools between the tokens, which are checked, with what gas and the sell token cost. */
async function readMarket(ctx: Context, { request, pair }: Question) {
  const { chainId } = request
  const { network, client } = ctx.chain(chainId)
  const [{ pools, blockNumber }, gasPrice] = await Promise.all([
    readPools(ctx, { chainId, tokens: [pair.sellToken, pair.buyToken] }),
    client.getGasPrice(),
  ]).catch((cause) => {
    throw isServiceError(cause) ? cause : dependencyDown('the network', cause)
  })
  await checkTokens(ctx, {
    chainId,
    addresses: [request.sellToken, request.buyToken],
    holderOf: (token) => pools.find((p) => p.token0 === token || p.token1 === token)?.address,
  })
  const sellTokenPrice = nativePrice(pools, network, pair.sellToken) ?? noLiquidity()
  const buyTokenPrice = nativePrice(pools, network, pair.buyToken) ?? noLiquidity()
  return { pools, blockNumber, gasPrice, sellTokenPrice, buyTokenPrice }
}

/** What a unit of gas costs in atoms of the token with this native price, so that a route counts its own. */
function gasCost(gasPrice: bigint, tokenPrice: bigint): GasCost {
  return { costPerUnit: { numerator: gasPrice * priceScale, denominator: tokenPrice } }
}

type Routing = {
  selling: (sellAmount: bigint) => Route | undefined
  buying: (buyAmount: bigint) => Route | undefined
}

function routeForSize(size: QuoteSize, { selling, buying }: Routing): Route | undefined {
  if ('buyAmountAfterFee' in size) return buying(size.buyAmountAfterFee)
  return selling('sellAmountBeforeFee' in size ? size.sellAmountBeforeFee : size.sellAmountAfterFee)
}

/** Gas of settling the whole size: played unless speed is asked for, else added up per pool. */
async function measureGas(
  request: QuoteRequest,
  route: Route,
  play: (route: Route, amounts: QuoteAmounts) => Promise<SimulatedTrade | undefined>,
): Promise<bigint> {
  const extra = request.signingScheme === 'eip1271' ? contractSignatureGas : 0n
  const played =
    request.priceQuality === 'fast'
      ? undefined
      : await play(route, {
          sellAmount: route.sellAmount,
          buyAmount: route.buyAmount,
          feeAmount: 0n,
        }).catch(() => undefined)
  const modelled = settlementGas + route.gas
  // Solvers charge by the model, so a quote that promised less would be broken at unchanged prices.
  return (played && played.gas > modelled ? played.gas : modelled) + extra
}

type Trial = { route: Route; amounts: QuoteAmounts; blockNumber: bigint }

/** Balances are taken as plain ERC-20: where the tokens lie changes no amount. */
async function playRoute(ctx: Context, question: Question, trial: Trial) {
  const { request, pair } = question
  const { route, amounts, blockNumber } = trial
  const { chainId } = request
  const swaps = encodeRoute(route, routeSettlement(ctx, chainId))
  const interactions =
    request.buyToken === nativeToken
      ? [...swaps, unwrapInteraction(pair.buyToken, route.buyAmount)]
      : swaps
  return simulateTrade(ctx, {
    chainId,
    blockNumber,
    owner: request.from,
    interactions,
    order: {
      sellToken: request.sellToken,
      buyToken: request.buyToken,
      receiver: request.receiver ?? request.from,
      sellAmount: amounts.sellAmount,
      buyAmount: amounts.buyAmount,
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
