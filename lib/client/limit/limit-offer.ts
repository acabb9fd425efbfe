import { keccak256, stringToBytes } from 'viem'
import { type OrderOffer, pageAppData } from '@/lib/client/swap/quote-offer'
import type { Address } from '@/lib/core/address'
import { distanceBps, type Ratio, ratioOf } from './ratio'

/** The terms of a limit order; amounts in atoms. */
export type LimitTerms = {
  readonly from: Address
  /** The recipient; undefined: the owner. */
  readonly receiver: Address | undefined
  readonly sellToken: Address
  readonly buyToken: Address
  readonly sellAmount: bigint
  readonly buyAmount: bigint
  /** Unix seconds. */
  readonly validTo: number
  readonly partiallyFillable: boolean
  readonly referrerCode: string | undefined
}

/**
 * Represents a limit order as a quote, so that it shares review, signing and submission: its owner sets the price, so
 * there is no fee, no slippage and no expiry of the quote.
 */
export function limitOffer(terms: LimitTerms): OrderOffer {
  const { from, sellToken, buyToken, validTo, partiallyFillable } = terms
  const appData = pageAppData(terms.referrerCode, { orderClass: { orderClass: 'limit' } })
  const quote = {
    ...{
      sellToken,
      buyToken,
      receiver: terms.receiver ?? from,
      validTo,
      partiallyFillable,
      appData,
    },
    sellAmount: String(terms.sellAmount),
    buyAmount: String(terms.buyAmount),
    appDataHash: keccak256(stringToBytes(appData)),
    ...{ feeAmount: '0', gasAmount: '0', gasPrice: '0', sellTokenPrice: '0' },
    kind: 'sell',
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    signingScheme: 'eip712',
  } as const
  const expiration = new Date(validTo * 1_000).toISOString()
  const answer = { quote, from, expiration, verified: false }
  const moments = { fetchedAtMs: 0, expiresAtMs: Number.POSITIVE_INFINITY }
  return { answer, ...moments, slippageBps: 0 }
}

/** Returns an offer's distance from the market in basis points, as {@link distanceBps}; undefined while unknown. */
export function offerDistance(
  { answer: { quote } }: OrderOffer,
  market: Ratio | undefined,
): number | undefined {
  const price = ratioOf(BigInt(quote.buyAmount), BigInt(quote.sellAmount))
  return price && market && distanceBps(price, market)
}
