import { z } from 'zod'
import { defineEndpoint } from '@/lib/api/declare/endpoint'
import { refusal } from '@/lib/api/declare/example'
import { addressText, amountText, hexText } from '@/lib/api/declare/fields'
import { getCurrentAuction, viewAuction } from '@/lib/auctions/competition/get-current-auction'
import { orderExample } from './order-examples'
import { orderResponse } from './order-fields'

const interactions = orderResponse.shape.interactions.shape
const factor = z.number().min(0).max(1)
const offer = z.object({
  sellAmount: amountText.describe('What would have been sold, in atoms'),
  buyAmount: amountText.describe('What would have been bought, in atoms'),
  fee: amountText.describe('Network cost, in atoms of the sell token'),
  solver: addressText.describe('Who found the quote'),
})

const protocolFee = z.union([
  z.object({ volume: z.object({ factor }) }),
  z.object({ surplus: z.object({ factor, maxVolumeFactor: factor }) }),
  z.object({ priceImprovement: z.object({ factor, maxVolumeFactor: factor, quote: offer }) }),
])

const auctionOrder = orderResponse
  .pick({
    uid: true,
    sellToken: true,
    buyToken: true,
    sellAmount: true,
    buyAmount: true,
    validTo: true,
    kind: true,
    owner: true,
    partiallyFillable: true,
    sellTokenBalance: true,
    buyTokenBalance: true,
    class: true,
    appData: true,
    signingScheme: true,
    signature: true,
  })
  .extend({
    protocolFees: z.array(protocolFee).describe('Policies by which the protocol takes fees'),
    created: z.int().describe('When the service took it in, in Unix seconds'),
    receiver: addressText.describe('Who receives the proceeds'),
    executed: amountText.describe('Filled so far, in atoms of the exact amount'),
    preInteractions: interactions.pre.describe('Calls before the transfers'),
    postInteractions: interactions.post.describe('Calls after the transfers'),
    quote: offer.optional().describe('What the order was offered when it was quoted'),
  })
  .meta({ id: 'AuctionOrder' })

const auctionResponse = z
  .object({
    id: z.int().describe('ID of the auction; one sequence over all networks'),
    block: z.int().describe('Block whose state the auction is of'),
    orders: z.array(auctionOrder).describe('Orders that can be settled now'),
    prices: z
      .record(z.string(), amountText)
      .describe('Native atoms for 10^18 atoms of a token, by token'),
    surplusCapturingJitOrderOwners: z
      .array(hexText)
      .describe('Owners of orders that solvers add; none here'),
  })
  .meta({ id: 'CurrentAuction' })

const { uid, owner, sellToken, buyToken, sellAmount, buyAmount } = orderExample
const { validTo, appData, signature } = orderExample

/** GET /api/v1/auction. */
export const readAuction = defineEndpoint({
  name: 'readAuction',
  method: 'GET',
  path: '/api/v1/auction',
  summary: 'The orders that are up for settlement now, with the prices they are valued by',
  tag: 'Solver competition',
  response: auctionResponse,
  throws: ['NotFound'],
  examples: [
    {
      summary: 'One order',
      given: 'a running auction',
      varies: true,
      response: {
        id: 4711,
        block: 24_000_000,
        orders: [
          {
            uid,
            sellToken,
            buyToken,
            sellAmount,
            buyAmount,
            protocolFees: [],
            created: 1_795_252_800,
            validTo,
            kind: 'sell',
            receiver: owner,
            owner,
            partiallyFillable: false,
            executed: '0',
            preInteractions: [],
            postInteractions: [],
            sellTokenBalance: 'erc20',
            buyTokenBalance: 'erc20',
            class: 'limit',
            appData,
            signingScheme: 'eip712',
            signature,
          },
        ],
        prices: { [sellToken]: '1000000000000000000', [buyToken]: '333333333333333333333333333' },
        surplusCapturingJitOrderOwners: [],
      },
    },
    refusal({
      code: 'NotFound',
      summary: 'No auction yet',
      description: 'there has been no auction yet',
    }),
  ],
  run: async (ctx, { network }) => viewAuction(await getCurrentAuction(ctx, network.chainId)),
})
