import { z } from 'zod'
import { answer } from '@/lib/api/declare/answer'
import { defineEndpoint, documentBodyLimit } from '@/lib/api/declare/endpoint'
import { malformedParameter, refusal } from '@/lib/api/declare/example'
import { hexText, orderUid } from '@/lib/api/declare/fields'
import { zeroAddress } from '@/lib/core/address'
import { type PlaceOrderInput, placeOrder } from '@/lib/orders/placement/place-order'
import { getOrder } from '@/lib/orders/queries/list-orders'
import { viewOrder } from '@/lib/orders/queries/order-view'
import {
  documentSubmissionExample,
  exampleUid,
  orderExample,
  partSubmissionExample,
  submissionExample,
  unknownUid,
} from './order-examples'
import { orderResponse, orderSubmission } from './order-fields'
import { refusedSubmissions, repeatedSubmission } from './order-refusals'

/** POST /api/v1/orders. Spec: Submission errors, Authentication. */
export const createOrder = defineEndpoint({
  name: 'createOrder',
  method: 'POST',
  path: '/api/v1/orders',
  summary: 'Submit a signed order and get its UID',
  limit: 'orders',
  bodyLimit: documentBodyLimit,
  body: orderSubmission,
  response: hexText,
  status: 201,
  fieldErrors: {
    signature: 'InvalidSignature',
    appData: 'InvalidAppData',
    appDataHash: 'InvalidAppData',
  },
  throws: [
    'AlreadyCancelled',
    'AppDataHashMismatch',
    'AppdataFromMismatch',
    'BuyAmountOverflow',
    'DuplicatedOrder',
    'ExcessiveValidTo',
    'Forbidden',
    'InsufficientAllowance',
    'InsufficientBalance',
    'InsufficientValidTo',
    'InvalidAppData',
    'InvalidNativeSellToken',
    'InvalidSchedule',
    'InvalidSignature',
    'InvalidValidFrom',
    'MissingFrom',
    'OldOrderActivelyBidOn',
    'OnChainOrder',
    'OrderExpired',
    'OrderFullyExecuted',
    'OrderNotFound',
    'SameBuyAndSellToken',
    'SellAmountOverflow',
    'TooManyLimitOrders',
    'TooMuchGas',
    'TransferSimulationFailed',
    'UnsupportedBuyTokenDestination',
    'UnsupportedSellTokenSource',
    'UnsupportedToken',
    'ZeroAmount',
  ],
  examples: [
    submissionExample,
    documentSubmissionExample,
    partSubmissionExample,
    repeatedSubmission,
    ...refusedSubmissions,
  ],
  run: async (ctx, { body, network }) => {
    const uid = await placeOrder(ctx, toInput(body, network.chainId))
    return answer({ status: 201, body: uid })
  },
})

function toInput(body: z.output<typeof orderSubmission>, chainId: number): PlaceOrderInput {
  return {
    chainId,
    order: {
      sellToken: body.sellToken,
      buyToken: body.buyToken,
      receiver: body.receiver ?? zeroAddress,
      sellAmount: body.sellAmount,
      buyAmount: body.buyAmount,
      validTo: body.validTo,
      feeAmount: body.feeAmount,
      kind: body.kind,
      partiallyFillable: body.partiallyFillable ?? false,
      sellTokenBalance: body.sellTokenBalance ?? 'erc20',
      buyTokenBalance: body.buyTokenBalance ?? 'erc20',
    },
    appData: body.appData,
    appDataHash: body.appDataHash ?? undefined,
    from: body.from ?? undefined,
    signingScheme: body.signingScheme,
    signature: body.signature,
    quoteId: body.quoteId == null ? undefined : BigInt(body.quoteId),
  }
}

/** GET /api/v1/orders/{uid}. */
export const readOrder = defineEndpoint({
  name: 'readOrder',
  method: 'GET',
  path: '/api/v1/orders/{uid}',
  summary: 'An order and its status',
  params: z.object({ uid: orderUid }),
  response: orderResponse,
  throws: ['NotFound'],
  examples: [
    {
      summary: 'An open order',
      given: 'a placed order',
      params: { uid: exampleUid },
      response: orderExample,
    },
    refusal({
      code: 'NotFound',
      params: { uid: unknownUid },
      description: 'Order was not found',
    }),
    malformedParameter('uid'),
  ],
  run: async (ctx, { params, network }) =>
    viewOrder(await getOrder(ctx, { chainId: network.chainId, uid: params.uid })),
})
