import { unwrapInteraction } from '@/lib/chain/unwrap'
import type { Context } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import { encodeRoute } from '@/lib/routing/encode-route'
import type { Route } from '@/lib/routing/route'
import { routeSettlement } from '@/lib/routing/route-settlement'
import type { Question, QuoteAmounts } from './quote'
import { type SimulatedTrade, simulateTrade } from './simulate-quote'

type Trial = {
  readonly route: Route
  readonly amounts: QuoteAmounts
  readonly blockNumber: bigint
}

/**
 * Plays the order that a question leads to by a route; undefined when it fails there. Balances are
 * taken as plain ERC-20: where the tokens lie changes no amount.
 */
export async function playRoute(
  ctx: Context,
  question: Question,
  trial: Trial,
): Promise<SimulatedTrade | undefined> {
  const { request, pair, interactions } = question
  const { route, amounts, blockNumber } = trial
  const { chainId } = request
  const swaps = encodeRoute(route, routeSettlement(ctx, chainId))
  const intra =
    request.buyToken === nativeToken
      ? [...swaps, unwrapInteraction(pair.buyToken, route.buyAmount)]
      : swaps
  return simulateTrade(ctx, {
    chainId,
    blockNumber,
    owner: request.from,
    interactions: { ...interactions, intra },
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
