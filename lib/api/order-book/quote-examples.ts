import { type Example, refusal } from '@/lib/api/declare/example'
import type { ErrorCode } from '@/lib/core/errors'
import { exampleDocument, exampleOwner, unknownHash } from './order-examples'

const weth = '0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2'

const body = {
  kind: 'sell',
  sellAmountBeforeFee: '1000000000000000000',
  sellToken: weth,
  buyToken: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
  from: exampleOwner,
}

/** Example quote for WETH and USDC. */
export const quoteExample: Example = {
  summary: 'Sell one WETH for USDC, the fee included',
  body,
  varies: true,
  response: {
    quote: {
      sellToken: weth,
      buyToken: body.buyToken,
      receiver: exampleOwner,
      sellAmount: '999763442000000000',
      buyAmount: '2960671503',
      validTo: 1_795_255_200,
      appData: `0x${'0'.repeat(64)}`,
      appDataHash: `0x${'0'.repeat(64)}`,
      feeAmount: '236558000000000',
      gasAmount: '236558',
      gasPrice: '1000000000',
      sellTokenPrice: '1',
      kind: 'sell',
      partiallyFillable: false,
      sellTokenBalance: 'erc20',
      buyTokenBalance: 'erc20',
      signingScheme: 'eip712',
    },
    from: exampleOwner,
    expiration: '2026-11-21T09:31:00.000Z',
    id: 4711,
    verified: true,
    optimalityGapBps: 0.0213,
  },
}

/** Builds an example of a rejected quote request: {@link body} with a change. */
function refused(code: ErrorCode, description: string, change: object): Example {
  return refusal({ code, description, body: { ...body, ...change } })
}

/** Error codes of a quote request: the spec's quoting table and further ones. */
export const quotingErrors = [
  'AppDataHashMismatch',
  'Forbidden',
  'InvalidAppData',
  'InvalidNativeSellToken',
  'NoLiquidity',
  'SameBuyAndSellToken',
  'SellAmountDoesNotCoverFee',
  'UnsupportedBuyTokenDestination',
  'UnsupportedSellTokenSource',
  'UnsupportedToken',
] as const satisfies readonly ErrorCode[]

/** A malformed quote request. */
export const malformedQuote = refused(
  'InvalidParameter',
  'sellAmountBeforeFee must be a string of decimal digits without sign or leading zero (atoms)',
  { sellAmountBeforeFee: '0x1' },
)

/** Rejected quote requests. */
export const refusedQuotes: readonly Example[] = [
  malformedQuote,
  {
    ...refused('SellAmountDoesNotCoverFee', '', { sellAmountBeforeFee: '1' }),
    varies: true,
    response: {
      errorType: 'SellAmountDoesNotCoverFee',
      description:
        'sell amount 1 does not cover the network cost of 236558000000000; sell more than that',
      data: { fee_amount: '0xd725c1ff3c00' },
    },
  },
  refused(
    'NoLiquidity',
    'no liquidity path between the tokens at this amount; try a smaller amount or another token',
    {
      kind: 'buy',
      sellAmountBeforeFee: undefined,
      buyAmountAfterFee: `1${'0'.repeat(40)}`,
    },
  ),
  refused(
    'UnsupportedToken',
    'token 0x1212…1212 (0x1212121212121212121212121212121212121212) is not supported: there is no ERC-20 contract at this address',
    { buyToken: `0x${'12'.repeat(20)}` },
  ),
  refused('SameBuyAndSellToken', 'sellToken and buyToken are the same token', { buyToken: weth }),
  refused(
    'InvalidNativeSellToken',
    'a signed order cannot sell the native token; sell the wrapped one, 0xc02aaa39b223fe8d0a0e5c4f27ead9083c756cc2',
    { sellToken: `0x${'ee'.repeat(20)}` },
  ),
  refused('InvalidAppData', `no uploaded document has the hash ${unknownHash}`, {
    appData: unknownHash,
  }),
  refused('AppDataHashMismatch', `appData has the hash ${exampleDocument.hash}, not appDataHash`, {
    appData: exampleDocument.text,
    appDataHash: unknownHash,
  }),
]
