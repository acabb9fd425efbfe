import { z } from 'zod'
import {
  address,
  addressText,
  amount,
  amountText,
  bytes,
  hash32,
  hexText,
  isoTime,
  uint32,
} from './fields'

const kind = z.enum(['sell', 'buy'], 'must be sell or buy')
const signingScheme = z.enum(
  ['eip712', 'ethsign', 'presign', 'eip1271'],
  'must be eip712, ethsign, presign or eip1271',
)
const sellTokenBalance = z.enum(
  ['erc20', 'internal', 'external'],
  'must be erc20, internal or external',
)
const buyTokenBalance = z.enum(['erc20', 'internal'], 'must be erc20 or internal')

/** Body of POST /api/v1/orders. Amounts over uint256 pass, so that they get their own error. */
export const orderSubmission = z
  .object({
    sellToken: address,
    buyToken: address,
    receiver: address.nullish(),
    sellAmount: amount,
    buyAmount: amount,
    validTo: uint32,
    appData: z.string('must be a JSON document as a string, or its hash'),
    appDataHash: hash32.nullish(),
    feeAmount: amount,
    kind,
    partiallyFillable: z.boolean('must be true or false').nullish(),
    sellTokenBalance: sellTokenBalance.nullish(),
    buyTokenBalance: buyTokenBalance.nullish(),
    signingScheme,
    signature: bytes,
    from: address.nullish(),
    quoteId: z.int('must be an integer').min(0, 'must not be negative').nullish(),
  })
  .meta({ id: 'OrderSubmission' })

const interaction = z.object({ target: addressText, value: amountText, callData: hexText })

/** Decimal digits, with a fraction where there is one. */
const decimalText = z.string().regex(/^[0-9]+(?:\.[0-9]+)?$/)

const orderQuote = z
  .object({
    gasAmount: decimalText,
    gasPrice: decimalText,
    sellTokenPrice: decimalText,
    sellAmount: amountText,
    buyAmount: amountText,
    feeAmount: amountText,
    solver: addressText,
    verified: z.boolean(),
    metadata: z.object({ slippageBips: z.int().optional() }).nullable(),
  })
  .meta({ id: 'OrderQuote' })

const placementError = z.enum([
  'preValidationError',
  'disabledOrderClass',
  'validToTooFarInTheFuture',
  'invalidOrderData',
  'other',
])

/** An order as the API shows it. */
export const orderResponse = z
  .object({
    uid: hexText,
    owner: addressText,
    creationDate: isoTime,
    status: z.enum(['open', 'fulfilled', 'expired', 'cancelled']),
    class: z.enum(['limit', 'market']),
    settlementContract: addressText,
    invalidated: z.boolean(),
    isLiquidityOrder: z.boolean(),
    availableBalance: z.null(),
    executedSellAmount: amountText,
    executedSellAmountBeforeFees: amountText,
    executedBuyAmount: amountText,
    executedFeeAmount: amountText,
    executedFee: amountText,
    executedFeeToken: addressText,
    fullAppData: z.string().nullable(),
    sellToken: addressText,
    buyToken: addressText,
    receiver: addressText.nullable(),
    sellAmount: amountText,
    buyAmount: amountText,
    validTo: z.int(),
    appData: hexText,
    feeAmount: amountText,
    kind,
    partiallyFillable: z.boolean(),
    sellTokenBalance,
    buyTokenBalance,
    signingScheme,
    signature: hexText,
    interactions: z.object({ pre: z.array(interaction), post: z.array(interaction) }),
    onchainUser: addressText.optional(),
    presignaturePending: z.boolean().optional(),
    validFrom: z.int().optional(),
    quote: orderQuote.optional(),
    onchainOrderData: z
      .object({ sender: addressText, placementError: placementError.nullable() })
      .optional(),
    ethflowData: z
      .object({
        userValidTo: z.int(),
        refundTxHash: hexText.nullable(),
        isRefunded: z.boolean(),
      })
      .optional(),
  })
  .meta({ id: 'Order' })
