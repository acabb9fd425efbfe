import { toAddress } from '@/lib/core/address'
import { minAmount } from '@/lib/core/amount'
import type { Hex } from '@/lib/core/bytes'
import type { Order } from '@/lib/core/order'
import type { QuoteAnswer } from './api'

/** Basis points in a whole. */
const whole = 10_000n

/** The amounts of an order made from a quote, in atoms. */
export type PreparedAmounts = {
  /** The maximum sell amount, network cost included. */
  readonly sellAmount: bigint
  /** The minimum buy amount. */
  readonly buyAmount: bigint
  /** The expected counter-amount: bought by a sell order, sold by a buy order. */
  readonly quotedAmount: bigint
}

/**
 * Computes the amounts to sign for a quote: the network cost becomes part of the sell amount (the signed fee is zero;
 * solvers take the cost from the price), and the slippage applies to the amount that is not fixed. Spec: Quote
 * response, "the signing amounts are recomputed before order creation".
 */
export function prepareAmounts(
  { quote }: Pick<QuoteAnswer, 'quote'>,
  slippageBps: number,
): PreparedAmounts {
  const slippage = minAmount(BigInt(Math.round(slippageBps)), whole)
  const sold = BigInt(quote.sellAmount) + BigInt(quote.feeAmount)
  const bought = BigInt(quote.buyAmount)
  if (quote.kind === 'buy') {
    const sellAmount = sold + (sold * slippage) / whole
    return { sellAmount, buyAmount: bought, quotedAmount: sold }
  }
  const buyAmount = bought - (bought * slippage) / whole
  return { sellAmount: sold, buyAmount: buyAmount > 0n ? buyAmount : 1n, quotedAmount: bought }
}

/** Builds the order to sign for a quote. */
export function prepareOrder(
  answer: Pick<QuoteAnswer, 'quote'>,
  input: { slippageBps: number; appDataHash: Hex },
): Order {
  const { quote } = answer
  const { sellAmount, buyAmount } = prepareAmounts(answer, input.slippageBps)
  return {
    sellToken: toAddress(quote.sellToken),
    buyToken: toAddress(quote.buyToken),
    receiver: toAddress(quote.receiver),
    sellAmount,
    buyAmount,
    validTo: quote.validTo,
    appData: input.appDataHash,
    feeAmount: 0n,
    kind: quote.kind,
    partiallyFillable: quote.partiallyFillable,
    sellTokenBalance: quote.sellTokenBalance,
    buyTokenBalance: quote.buyTokenBalance,
  }
}
