import { z } from 'zod'
import { addressText, amountText, hexText } from '@/lib/api/declare/fields'

const factor = z.number().describe('Share that is taken, 1 being all of it')
const maxVolumeFactor = z.number().describe('Most that is taken, as a share of the volume')

const feePolicy = z.object({
  surplus: z
    .object({ factor, maxVolumeFactor })
    .optional()
    .describe('Taken of what beats the limit'),
  volume: z.object({ factor }).optional().describe('Taken of the amount that is not exact'),
  priceImprovement: z
    .object({
      factor,
      maxVolumeFactor,
      quote: z
        .object({ sellAmount: amountText, buyAmount: amountText, fee: amountText })
        .describe('The quote that is to be beaten'),
    })
    .optional()
    .describe('Taken of what beats the quote'),
})

const protocolFee = z.object({
  policy: feePolicy.describe('How it was counted; one of three'),
  amount: amountText.describe('How much, in atoms of token'),
  token: addressText.describe('Token that it was taken in'),
})

/** Schema of a trade. */
export const tradeResponse = z
  .object({
    blockNumber: z.int().describe('Block that settled it'),
    logIndex: z.int().describe("Index of the trade's event in the block"),
    orderUid: hexText.describe('The order that was filled'),
    owner: addressText.describe('Account that owns the order'),
    sellToken: addressText.describe('Token that was sold'),
    buyToken: addressText.describe('Token that was bought'),
    sellAmount: amountText.describe('What the owner paid, the signed fee included'),
    sellAmountBeforeFees: amountText.describe('What the owner paid without the signed fee'),
    buyAmount: amountText.describe('What the receiver got'),
    txHash: hexText.describe('Transaction that settled it'),
    executedProtocolFees: z
      .array(protocolFee)
      .describe('Fees taken for the service and for partners, in the sequence in which they were'),
  })
  .meta({ id: 'Trade' })
