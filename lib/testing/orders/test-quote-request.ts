import type { QuoteRequest } from '@/lib/quotes/quote'

/** Returns a mainnet request with default options that sells 1e18 atoms. */
export function testQuoteRequest(
  given: Pick<QuoteRequest, 'sellToken' | 'buyToken'> & Partial<QuoteRequest>,
): QuoteRequest {
  return {
    chainId: 1,
    from: '0x00000000000000000000000000000000000a11ce',
    receiver: undefined,
    size: { kind: 'sell', sellAmountBeforeFee: 10n ** 18n },
    expiry: { validFor: 600 },
    appData: undefined,
    appDataHash: undefined,
    sellTokenBalance: 'erc20',
    buyTokenBalance: 'erc20',
    priceQuality: 'verified',
    signingScheme: 'eip712',
    onchainOrder: false,
    timeoutMs: undefined,
    ...given,
  }
}
