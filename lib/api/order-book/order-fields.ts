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

/** Reason why an open order is not solvable: a code with message parameters (`lib/core/exclusion.ts`). */
export const orderExclusion = z
  .discriminatedUnion('code', [
    z
      .object({
        code: z.enum(['insufficientBalance', 'insufficientAllowance']),
        token: addressText.describe('The sell token'),
        needed: amountText.describe('Atoms that the order needs'),
        available: amountText.describe('Atoms that are left for it'),
      })
      .describe('Balance or allowance, less what the owner’s other orders draw, is too low'),
    z.object({ code: z.literal('waitsForPrice') }).describe('No solver can fill it at its limit'),
    z
      .object({
        code: z.literal('notValidYet'),
        validFrom: isoTime.describe('When its time begins'),
      })
      .describe('Its time has not come'),
    z.object({ code: z.literal('accountNotServed') }).describe('An account of it is banned'),
    z
      .object({
        code: z.literal('tokenNotTraded'),
        token: addressText.optional().describe('The token, where it is known which'),
      })
      .describe('A token has no price or is refused'),
    z
      .object({ code: z.literal('awaitsSignature') })
      .describe('Its signature on chain, or the wallet’s consent, is missing'),
    z
      .object({ code: z.literal('backingOff'), until: isoTime.describe('When it is tried again') })
      .describe('Its settlement failed a moment ago'),
    z.object({ code: z.literal('settlingOff') }).describe('The network only simulates settlements'),
    z.object({ code: z.literal('settlingPaused') }).describe('The operator paused settling'),
    z
      .object({ code: z.literal('solverUnfunded') })
      .describe('The operator cannot pay for settlements now'),
    z
      .object({ code: z.literal('gasTooDear') })
      .describe('Gas costs more than the operator pays for settlements'),
    z
      .object({
        code: z.literal('overCap'),
        cap: z.enum(['order', 'day']).describe('Which cap'),
      })
      .describe('Worth more than is settled for now'),
    z.object({ code: z.literal('hookFails') }).describe('Its pre-hooks could not be simulated'),
    z
      .object({
        code: z.literal('appDataRefused'),
        member: z.string().describe('The member that demands it'),
      })
      .describe('Its app data demands what the service does not do'),
    z
      .object({
        code: z.literal('blockedAfterReverts'),
        until: isoTime.optional().describe('When it is tried again, if that is known'),
      })
      .describe('Settlements with it reverted'),
  ])
  .describe('Why no solver competes for the order; absent: nothing keeps it from being filled')
  .meta({ id: 'OrderExclusion' })

// Enums shared by quotes and orders. Spec: Quote request.

/** Order kind, which determines the exact amount. */
export const kind = z.enum(['sell', 'buy'], 'must be sell or buy')

/** Signing scheme of an order. */
export const signingScheme = z.enum(
  ['eip712', 'ethsign', 'presign', 'eip1271'],
  'must be eip712, ethsign, presign or eip1271',
)

/** Balance source of the sell token. */
export const sellTokenBalance = z.enum(
  ['erc20', 'internal', 'external'],
  'must be erc20, internal or external',
)

/** Balance destination of the buy token. */
export const buyTokenBalance = z.enum(['erc20', 'internal'], 'must be erc20 or internal')

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
      .describe('ID of the quote that the order was made from'),
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
    schedule: z
      .string()
      .optional()
      .describe('Scheduled order that it is a part of, as its app data names it'),
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
