import { z } from 'zod'
import {
  address,
  booleanText,
  integerText,
  positiveAmount,
  uint256,
} from '@/lib/api/declare/fields'
import { kind } from '@/lib/api/order-book/order-choices'
import { exampleToken } from '@/lib/api/order-book/order-examples'
import { maxUint32 } from '@/lib/core/time'

/** Path parameters of a market: its two tokens. */
export const pairParams = z
  .object({
    baseTokenAddress: address.describe('Token that is sold or bought; 0xeeee… for the native one'),
    quoteTokenAddress: address.describe('Token in which it is priced; 0xeeee… for the native one'),
  })
  .refine(({ baseTokenAddress, quoteTokenAddress }) => baseTokenAddress !== quoteTokenAddress, {
    path: ['quoteTokenAddress'],
    message: 'must be another token than baseTokenAddress',
  })

/** Query parameters that describe an order. Spec: Slippage recommendation. */
export const orderQuery = z.object({
  orderKind: kind
    .optional()
    .describe(
      'sell (the default): the base token is sold for the quote token; buy: bought with it',
    ),
  partiallyFillable: booleanText.optional().describe('Whether the order may be filled in parts'),
  sellAmount: positiveAmount
    .optional()
    .describe('What is sold, in atoms; the size of a sell order'),
  buyAmount: positiveAmount
    .optional()
    .describe('What is bought, in atoms; the size of a buy order'),
  expirationTimeInSeconds: integerText(1, maxUint32)
    .optional()
    .describe('Seconds from now until the order ends'),
  feeAmount: uint256
    .optional()
    .describe('Fee, in atoms of the token that is sold; counts beside one of the amounts'),
})

/** WETH and USDC, for examples. */
export const examplePair = {
  baseTokenAddress: exampleToken,
  quoteTokenAddress: '0xa0b86991c6218b36c1d19d4a2e9eb0ce3606eb48',
} as const
