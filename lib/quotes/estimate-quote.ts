import { interactionGas } from '@/lib/chain/trampoline'
import type { Context } from '@/lib/context'
import { dependencyDown, isServiceError } from '@/lib/core/errors'
import { noInteractions, type OrderInteractions } from '@/lib/core/interaction'
import { findHolder } from '@/lib/liquidity/pool'
import { readPools } from '@/lib/liquidity/read-pools'
import { nativePrice, priceScale } from '@/lib/market/native-price'
import type { GasCost } from '@/lib/routing/candidate'
import { findRoute } from '@/lib/routing/find-route'
import type { Route } from '@/lib/routing/route'
import { checkTokens } from '@/lib/tokens/check-tokens'
import { playRoute } from './play-route'
import { afterFee, feeOf, noLiquidity, priceQuote } from './price-quote'
import {
  contractSignatureGas,
  maxOrderGas,
  type NetworkCost,
  type Question,
  type QuoteAmounts,
  type QuoteRequest,
  type QuoteSize,
  settlementGas,
} from './quote'
import type { SimulatedTrade } from './simulate-quote'

/** A price from one block. */
export type Estimate = {
  readonly blockNumber: bigint
  readonly cost: NetworkCost
  /** The part of the cost's gas that goes to a contract signature and to hooks. */
  readonly extraGas: bigint
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
  const { request, pair, interactions } = question
  const { pools, blockNumber, gasPrice, ...prices } = await readMarket(ctx, question)
  const { sellTokenPrice, buyTokenPrice } = prices
  const selling = (sellAmount: bigint) =>
    findRoute(pools, { ...pair, sellAmount, gas: gasCost(gasPrice, buyTokenPrice) })
  const buying = (buyAmount: bigint) =>
    findRoute(pools, { ...pair, buyAmount, gas: gasCost(gasPrice, sellTokenPrice) })
  const play = (route: Route, amounts: QuoteAmounts, interactions: OrderInteractions) =>
    playRoute(ctx, { ...question, interactions }, { route, amounts, blockNumber })
  const extraGas = extraGasOf(question)

  // A size that pays for no settlement at all is named so, before its route rounds to nothing.
  if ('sellAmountBeforeFee' in request.size) {
    const least = { gas: settlementGas + extraGas, gasPrice, sellTokenPrice }
    afterFee(request.size.sellAmountBeforeFee, feeOf(least))
  }
  const whole = routeForSize(request.size, { selling, buying }) ?? noLiquidity()
  // Hooks are counted with all the gas they state, so they are not measured too.
  const gas = await measureGas(request, whole, (...trial) => play(...trial, noInteractions))
  const cost = { gas: gas + extraGas, gasPrice, sellTokenPrice }
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
    // Such an order would be refused, and its hooks would keep the node busy.
    if (cost.gas > maxOrderGas) return false
    const { kind } = request.size
    const route = kind === 'sell' ? selling(amounts.sellAmount) : buying(amounts.buyAmount)
    const played = route && (await play(route, amounts, interactions))
    return played !== undefined && played.received >= amounts.buyAmount
  }
  return { blockNumber, cost, extraGas, amounts, verify }
}

function extraGasOf({ request, interactions }: Question): bigint {
  const { signingScheme, verificationGasLimit = contractSignatureGas } = request
  const signature = signingScheme === 'eip1271' ? verificationGasLimit : 0n
  return signature + interactionGas(interactions)
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
    holderOf: (token) => findHolder(pools, token),
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
  return played && played.gas > modelled ? played.gas : modelled
}
