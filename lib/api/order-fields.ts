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
import { buyTokenBalance, kind, sellTokenBalance, signingScheme } from './order-choices'

/** Body of POST /api/v1/orders. Amounts over uint256 pass, so that they get their own error. */
export const orderSubmission = z
  .object({
    sellToken: address.describe('Token to be sold'),
    buyToken: address.describe('Token to be bought, 0xeeee… for the native one'),
    receiver: address.nullish().describe('Who receives the proceeds; the owner unless given'),
    sellAmount: amount.describe('What is given: exactly (sell) or at most (buy)'),
    buyAmount: amount.describe('What is received: at least (sell) or exactly (buy)'),
    validTo: uint32.describe('When the order ends, in Unix seconds; 60 seconds to a year ahead'),
    appData: z
      .string('must be a JSON document as a string, or its hash')
      .describe('A JSON document as text, or the hash of an uploaded one'),
    appDataHash: hash32.nullish().describe("Hash of appData's document, to be checked"),
    feeAmount: amount.describe(
      'Fee on top of sellAmount; 0 lets solvers take their cost from the price',
    ),
    kind: kind.describe('Which amount is exact'),
    partiallyFillable: z
      .boolean('must be true or false')
      .nullish()
      .describe('Whether the order may be filled in parts; false unless given'),
    sellTokenBalance: sellTokenBalance
      .nullish()
      .describe('Where the sell token is drawn from; erc20 unless given'),
    buyTokenBalance: buyTokenBalance
      .nullish()
      .describe('Where the buy token goes; erc20 unless given'),
    signingScheme: signingScheme.describe('How the order is signed'),
    signature: bytes.describe(
      "65 bytes (eip712, ethsign), what the wallet's contract takes (eip1271), or 0x (presign)",
    ),
    from: address
      .nullish()
      .describe(
        'The owner; needed for presign and eip1271, checked against the signature otherwise',
      ),
    quoteId: z
      .int('must be an integer')
      .min(0, 'must not be negative')
      .nullish()
      .describe('id of the quote that the order was made from'),
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
    metadata: z.object({ slippageBips: z.number().optional() }).nullable(),
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
    uid: hexText.describe('Digest, owner and validTo: 56 bytes'),
    owner: addressText,
    creationDate: isoTime.describe('When the service took the order in'),
    status: z.enum(['open', 'fulfilled', 'expired', 'cancelled']),
    class: z
      .enum(['limit', 'market'])
      .describe(
        'As the app data says, else market for orders with a signed fee and limit for the others',
      ),
    settlementContract: addressText,
    invalidated: z
      .boolean()
      .describe('Whether the order was cancelled, by its owner or by the operator'),
    isLiquidityOrder: z.boolean(),
    availableBalance: z.null(),
    executedSellAmount: amountText.describe('Sold so far, the signed fee included'),
    executedSellAmountBeforeFees: amountText.describe('Sold so far without the signed fee'),
    executedBuyAmount: amountText.describe('Bought so far'),
    executedFeeAmount: amountText.describe('Taken of the signed fee so far'),
    executedFee: amountText.describe('Taken beyond the signed fee'),
    executedFeeToken: addressText,
    fullAppData: z.string().nullable().describe('The app data document, if it was uploaded'),
    sellToken: addressText,
    buyToken: addressText,
    receiver: addressText.nullable(),
    sellAmount: amountText,
    buyAmount: amountText,
    validTo: z.int(),
    appData: hexText.describe('Hash of the app data document'),
    feeAmount: amountText,
    kind,
    partiallyFillable: z.boolean(),
    sellTokenBalance,
    buyTokenBalance,
    signingScheme,
    signature: hexText,
    interactions: z.object({ pre: z.array(interaction), post: z.array(interaction) }),
    onchainUser: addressText
      .optional()
      .describe('The account that cancelled the order on chain, or placed it there'),
    presignaturePending: z
      .boolean()
      .optional()
      .describe('Waits for its signature on chain, and is in no auction until then'),
    validFrom: z
      .int()
      .optional()
      .describe('Unix seconds from which the order may be filled, as its app data says'),
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
