import { z } from 'zod'
import {
  address,
  addressText,
  amountText,
  hash32,
  hexText,
  isoTime,
  positiveAmount,
  uint32,
} from '@/lib/api/declare/fields'
import type { Network } from '@/lib/core/networks/network'
import { defaultValidForSeconds, type QuoteRequest, type QuoteSize } from '@/lib/quotes/quote'
import { buyTokenBalance, kind, sellTokenBalance, signingScheme } from './order-fields'

const optional = <T extends z.ZodType>(field: T) => field.nullish()
/** Of any size, unlike zod's integers: the service's own limit bounds it. */
const positiveInteger = z
  .number('must be an integer')
  .refine(Number.isInteger, 'must be an integer')
  .min(1, 'must be more than 0')
  .meta({ type: 'integer' })

const fields = z.object({
  kind: kind.describe('Which amount is exact: that sold or that bought'),
  sellAmountBeforeFee: optional(positiveAmount).describe(
    'Size of a sell quote: all that is given, the fee is deducted from it',
  ),
  sellAmountAfterFee: optional(positiveAmount).describe(
    'Size of a sell quote: what is sold, the fee comes on top',
  ),
  buyAmountAfterFee: optional(positiveAmount).describe('Size of a buy quote: what is to be bought'),
  sellToken: address.describe('Token to be sold'),
  buyToken: address.describe('Token to be bought'),
  from: address.describe('Trader'),
  validFor: optional(uint32.refine((seconds) => seconds > 0, 'must be more than 0')).describe(
    'Seconds that the order stays valid; 1800 unless this or validTo is given',
  ),
  validTo: optional(uint32).describe('When the order ends, in Unix seconds; instead of validFor'),
  receiver: optional(address).describe('Who receives the proceeds; the trader unless given'),
  appData: optional(z.string('must be a JSON document as a string, or its hash')).describe(
    'A JSON document as text, or the hash of an uploaded one',
  ),
  appDataHash: optional(hash32).describe("Hash of appData's document, to be checked"),
  sellTokenBalance: sellTokenBalance
    .nullish()
    .default('erc20')
    .describe('Where the sell token is drawn from'),
  buyTokenBalance: buyTokenBalance.nullish().default('erc20').describe('Where the buy token goes'),
  priceQuality: z
    .enum(['fast', 'optimal', 'verified'], 'must be fast, optimal or verified')
    .nullish()
    .default('verified')
    .describe(
      'fast: the first estimate, not simulated; optimal and verified: the best one that a simulation confirms, or the best one, with verified false, where it confirms none in time',
    ),
  signingScheme: signingScheme.nullish().default('eip712').describe('How the order will be signed'),
  onchainOrder: z
    .unknown()
    .optional()
    // The spec accepts any value; the documentation asks for a boolean.
    .meta({
      type: 'boolean',
      default: false,
      description: 'true for an order that will be placed on chain; presign and eip1271 only',
    }),
  verificationGasLimit: optional(
    z.number('must be an integer').int('must be an integer').min(0, 'must not be less than 0'),
  ).describe('Gas that checking the contract signature may take, 27000 unless given; eip1271 only'),
  timeout: optional(positiveInteger).describe(
    'Milliseconds to answer within; shortens the default of 5000, never prolongs it. Where they do not suffice, the quote is the best path of the pools read last, with verified false',
  ),
})

type Fields = z.output<typeof fields>

const sizes = ['sellAmountBeforeFee', 'sellAmountAfterFee', 'buyAmountAfterFee'] as const

/** Body of a quote request. Spec: Quote request. */
export const quoteRequest = fields
  .superRefine((body, issues) => {
    const refuse = (path: string, message: string) =>
      issues.addIssue({ code: 'custom', path: [path], message })
    const given = sizes.filter((name) => body[name] != null)
    const expected = body.kind === 'sell' ? 'sellAmountBeforeFee' : 'buyAmountAfterFee'
    const [size] = given
    if (!size) refuse(expected, `is missing: a ${body.kind} quote needs its size`)
    else if (given.length > 1) refuse(size, `give one size only, not ${given.join(' and ')}`)
    else if (size.startsWith('buy') !== (body.kind === 'buy')) {
      refuse(size, `does not fit kind ${body.kind}; use ${expected}`)
    }
    if (body.validFor != null && body.validTo != null) {
      refuse('validTo', 'give validFor or validTo, not both')
    }
    if (body.appDataHash != null && body.appData == null) {
      refuse('appData', 'must be given with appDataHash')
    }
    if (body.verificationGasLimit != null && body.signingScheme !== 'eip1271') {
      refuse('verificationGasLimit', 'needs signingScheme eip1271')
    }
    if (isOn(body.onchainOrder) && ['eip712', 'ethsign'].includes(body.signingScheme ?? 'eip712')) {
      refuse('onchainOrder', 'needs signingScheme presign or eip1271')
    }
  })
  .meta({ id: 'QuoteRequest' })

const isOn = (value: unknown): boolean => Boolean(value) && value !== 'false'

/** Schema of a quote. Spec: Quote response. */
export const quoteResponse = z
  .object({
    quote: z
      .object({
        sellToken: addressText.describe('Token that is sold'),
        buyToken: addressText.describe('Token that is bought'),
        receiver: addressText.describe('Who would receive the proceeds'),
        sellAmount: amountText.describe('What would be sold after the fee, in atoms'),
        buyAmount: amountText.describe('What would be bought, in atoms'),
        validTo: z.int().describe('When the order would end, in Unix seconds'),
        appData: z.string().describe('The document or hash as it was asked for'),
        appDataHash: hexText.describe('Hash to be signed as appData'),
        feeAmount: amountText.describe(
          'Network cost, in atoms of the sell token; add it to sellAmount before signing',
        ),
        gasAmount: z
          .string()
          .describe('Gas that the fill is expected to take, with the fee for its data as gas'),
        gasPrice: z.string().describe('Wei for one gas'),
        sellTokenPrice: z.string().describe('Native atoms for one atom of the sell token'),
        kind: kind.describe('Which amount is exact'),
        partiallyFillable: z.boolean().describe('Whether the order may be filled in parts'),
        sellTokenBalance: sellTokenBalance.describe('Where the sell token is drawn from'),
        buyTokenBalance: buyTokenBalance.describe('Where the buy token goes'),
        signingScheme: signingScheme.describe('How the order is signed'),
      })
      .describe('What to sign, but for fee and slippage'),
    from: addressText.describe('Trader'),
    expiration: isoTime.describe('When the quote ends'),
    id: z.int().optional().describe('Send it as quoteId with the order'),
    verified: z.boolean().describe('Whether a simulation confirmed it'),
    optimalityGapBps: z
      .number()
      .optional()
      .describe(
        'How far the amounts are at most from the best that any route without cycles through the known pools could give, in hundredths of a percent; proven, not estimated. Left out where less than 5 cannot be proven, and where the trade moves its price by 15 percent or more',
      ),
    protocolFeeBps: z
      .string()
      .optional()
      .describe('Protocol fee in the price, in hundredths of a percent'),
  })
  .meta({ id: 'QuoteResponse' })

/** Converts a parsed body to a quote request on a network. */
export function toQuoteRequest(body: Fields, network: Network): QuoteRequest {
  return {
    chainId: network.chainId,
    sellToken: body.sellToken,
    buyToken: body.buyToken,
    from: body.from,
    receiver: body.receiver ?? undefined,
    size: toSize(body),
    expiry:
      body.validTo != null
        ? { validTo: body.validTo }
        : { validFor: body.validFor ?? defaultValidForSeconds },
    appData: body.appData ?? undefined,
    appDataHash: body.appDataHash ?? undefined,
    sellTokenBalance: body.sellTokenBalance ?? 'erc20',
    buyTokenBalance: body.buyTokenBalance ?? 'erc20',
    priceQuality: body.priceQuality ?? 'verified',
    signingScheme: body.signingScheme ?? 'eip712',
    onchainOrder: isOn(body.onchainOrder),
    timeoutMs: body.timeout ?? undefined,
    ...(body.verificationGasLimit == null
      ? {}
      : { verificationGasLimit: BigInt(body.verificationGasLimit) }),
  }
}

function toSize(body: Fields): QuoteSize {
  if (body.kind === 'buy') return { kind: 'buy', buyAmountAfterFee: body.buyAmountAfterFee ?? 0n }
  if (body.sellAmountBeforeFee != null) {
    return { kind: 'sell', sellAmountBeforeFee: body.sellAmountBeforeFee }
  }
  return { kind: 'sell', sellAmountAfterFee: body.sellAmountAfterFee ?? 0n }
}
