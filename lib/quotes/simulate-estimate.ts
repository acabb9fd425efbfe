import { unwrapInteraction } from '@/lib/chain/unwrap'
import type { Context } from '@/lib/context'
import { nativeToken } from '@/lib/core/address'
import { encodeRoute, routeSettlement } from '@/lib/routing/encode-route'
import type { Estimate } from './estimator'
import type { Question, QuoteAmounts } from './quote'
import { type SimulatedTrade, simulateTrade } from './simulate-quote'

type Trial = {
  readonly estimate: Estimate
  readonly amounts: QuoteAmounts
  readonly blockNumber: bigint
}

/**
 * Simulates the question's order, executed as the estimate says; undefined if it reverts. Balances count as plain
 * ERC-20, since the balance source changes no amount.
 */
export async function playOffer(
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
