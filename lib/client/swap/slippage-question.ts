import type { SlippageQuestion } from '@/lib/client/api'
import type { QuoteOffer } from './quote-offer'

/**
 * Builds the request for an offer's recommended slippage, given the order's validity in seconds. Amounts are rounded to
 * two digits, so that small price moves reuse the cached answer.
 */
export function slippageQuestion(
  { answer: { quote } }: QuoteOffer,
  validSeconds: number,
): SlippageQuestion {
  const { kind, sellToken, buyToken, sellAmount, buyAmount, feeAmount } = quote
  const isSell = kind === 'sell'
  return {
    params: {
      baseTokenAddress: isSell ? sellToken : buyToken,
      quoteTokenAddress: isSell ? buyToken : sellToken,
    },
    query: {
      orderKind: kind,
      partiallyFillable: quote.partiallyFillable ? 'true' : 'false',
      sellAmount: twoDigits(sellAmount),
      buyAmount: twoDigits(buyAmount),
      feeAmount: twoDigits(feeAmount),
      expirationTimeInSeconds: String(validSeconds),
    },
  }
}

/** Rounds up to two significant digits: 12345 to 13000. */
function twoDigits(amount: string): string {
  if (amount.length <= 2) return amount
  const unit = 10n ** BigInt(amount.length - 2)
  return String(((BigInt(amount) + unit - 1n) / unit) * unit)
}
