import { chargedGas } from './price-quote'
import type { Quote } from './quote'

/** The body of a quote response. Spec: Quote response. */
export function viewQuote(quote: Quote) {
  const { request, cost } = quote
  return {
    quote: {
      sellToken: request.sellToken,
      buyToken: request.buyToken,
      receiver: request.receiver ?? request.from,
      sellAmount: String(quote.sellAmount),
      buyAmount: String(quote.buyAmount),
      validTo: quote.validTo,
      appData: quote.appDataDocument ?? (quote.appDataHash as string),
      appDataHash: quote.appDataHash as string,
      feeAmount: String(quote.feeAmount),
      gasAmount: String(chargedGas(cost)),
      gasPrice: String(cost.gasPrice),
      sellTokenPrice: priceText(cost.sellTokenPrice),
      kind: quote.kind,
      partiallyFillable: false,
      sellTokenBalance: request.sellTokenBalance,
      buyTokenBalance: request.buyTokenBalance,
      signingScheme: request.signingScheme,
    },
    from: request.from,
    expiration: new Date(quote.expirationMs).toISOString(),
    ...(quote.id === undefined ? {} : { id: Number(quote.id) }),
    verified: quote.verified,
    ...(quote.optimalityGapBps === undefined ? {} : { optimalityGapBps: quote.optimalityGapBps }),
    ...(quote.volumeFeeBps > 0 ? { protocolFeeBps: String(quote.volumeFeeBps) } : {}),
  }
}

/** Maps a quote to the API's response. */
export type QuoteView = ReturnType<typeof viewQuote>

/** Native atoms per sell-token atom, as a decimal without exponent: the scaled price divided by 10^18. */
function priceText(scaled: bigint): string {
  const digits = scaled.toString().padStart(19, '0')
  const fraction = digits.slice(-18).replace(/0+$/, '')
  return fraction === '' ? digits.slice(0, -18) : `${digits.slice(0, -18)}.${fraction}`
}
