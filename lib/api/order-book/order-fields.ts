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
} from '@/lib/api/declare/fields'
import { buyTokenBalance, kind, sellTokenBalance, signingScheme } from './order-choices'
import { orderExclusion } from './order-exclusion'

/** Body of POST /api/v1/orders. Amounts above uint256 pass, because they have their own error codes. */
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

const interaction = z.object({
  target: addressText.describe('Contract that is called'),
  value: amountText.describe('Wei that is sent with it'),
  callData: hexText.describe('What it is called with'),
})

/** Decimal digits with an optional fraction. */
const decimalText = z.string().regex(/^[0-9]+(?:\.[0-9]+)?$/)

const orderQuote = z
  .object({
    gasAmount: decimalText.describe('Gas that the fill was expected to take'),
    gasPrice: decimalText.describe('Wei for one gas'),
    sellTokenPrice: decimalText.describe('Native atoms for one atom of the sell token'),
    sellAmount: amountText.describe('What would have been sold, in atoms'),
    buyAmount: amountText.describe('What would have been bought, in atoms'),
    feeAmount: amountText.describe('Network cost, in atoms of the sell token'),
    solver: addressText.describe('Who found the quote'),
    verified: z.boolean().describe('Whether a simulation confirmed it'),
    metadata: z
      .object({ slippageBips: z.number().optional().describe('Slippage that the app data names') })
      .nullable()
      .describe('What the app data says of the quote'),
  })
  .meta({ id: 'OrderQuote' })

const placementError = z.enum([
  'preValidationError',
  'disabledOrderClass',
  'validToTooFarInTheFuture',
  'invalidOrderData',
  'other',
])

/** Schema of an order. */
export const orderResponse = z
  .object({
    uid: hexText.describe('Digest, owner and validTo: 56 bytes'),
    owner: addressText.describe(
      'Account that pays; the signer, or the contract that stands for it',
    ),
    creationDate: isoTime.describe('When the service took the order in'),
    status: z
      .enum(['open', 'fulfilled', 'expired', 'cancelled'])
      .describe('open until one of the others holds'),
    class: z
      .enum(['limit', 'market'])
      .describe(
        'As the app data says, else market for orders with a signed fee and limit for the others',
      ),
    settlementContract: addressText.describe('Contract that the signature is for'),
    invalidated: z
      .boolean()
      .describe('Whether the order was cancelled, by its owner or by the operator'),
    isLiquidityOrder: z.boolean().describe('Always false'),
    availableBalance: z.null().describe('Always null'),
    executedSellAmount: amountText.describe('Sold so far, the signed fee included'),
    executedSellAmountBeforeFees: amountText.describe('Sold so far without the signed fee'),
    executedBuyAmount: amountText.describe('Bought so far'),
    executedFeeAmount: amountText.describe('Taken of the signed fee so far'),
    executedFee: amountText.describe(
      'Taken beyond the signed fee: network cost, and fees for the service and partners',
    ),
    executedFeeToken: addressText.describe('Token that executedFee counts in'),
    fullAppData: z.string().nullable().describe('The app data document, if it was uploaded'),
    sellToken: addressText.describe('Token that is sold'),
    buyToken: addressText.describe('Token that is bought'),
    receiver: addressText
      .nullable()
      .describe('Who receives the proceeds; null stands for the owner'),
    sellAmount: amountText.describe('What is given: exactly (sell) or at most (buy)'),
    buyAmount: amountText.describe('What is received: at least (sell) or exactly (buy)'),
    validTo: z.int().describe('When the order ends, in Unix seconds'),
    appData: hexText.describe('Hash of the app data document'),
    feeAmount: amountText.describe('Signed fee on top of sellAmount, in atoms of the sell token'),
    kind: kind.describe('Which amount is exact'),
    partiallyFillable: z.boolean().describe('Whether the order may be filled in parts'),
    sellTokenBalance: sellTokenBalance.describe('Where the sell token is drawn from'),
    buyTokenBalance: buyTokenBalance.describe('Where the buy token goes'),
    signingScheme: signingScheme.describe('How the order is signed'),
    signature: hexText.describe('As it was given'),
    interactions: z
      .object({
        pre: z.array(interaction).describe('Before the transfers'),
        post: z.array(interaction).describe('After the transfers'),
      })
      .describe('Calls that are made when the order is settled'),
    onchainUser: addressText
      .optional()
      .describe('The account that cancelled the order on chain, or placed it there'),
    presignaturePending: z
      .boolean()
      .optional()
      .describe('Waits for its signature on chain, and is in no auction until then'),
    exclusion: orderExclusion
      .optional()
      .describe('Why no solver competes for it, while it is open'),
    validFrom: z
      .int()
      .optional()
      .describe('Unix seconds from which the order may be filled, as its app data says'),
    quote: orderQuote.optional().describe('What the order was offered when it was quoted'),
    onchainOrderData: z
      .object({
        sender: addressText.describe('Account that placed it'),
        placementError: placementError.nullable().describe('Why it cannot be settled'),
      })
      .optional()
      .describe('Of an order that was placed on chain'),
    ethflowData: z
      .object({
        userValidTo: z.int().describe('When the order ends for its user, in Unix seconds'),
        refundTxHash: hexText.nullable().describe('Transaction that gave the rest back'),
        isRefunded: z.boolean().describe('Whether the rest was given back'),
      })
      .optional()
      .describe('Of an order that sells the native token'),
  })
  .meta({ id: 'Order' })
