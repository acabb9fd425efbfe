import { z } from 'zod'
import { zeroAddress } from '@/lib/core/address'
import { cancelOrder, cancelOrders } from '@/lib/orders/cancel-order'
import { getOrder } from '@/lib/orders/list-orders'
import { viewOrder } from '@/lib/orders/order-view'
import { type PlaceOrderInput, placeOrder } from '@/lib/orders/place-order'
import { answer, defineEndpoint, documentBodyLimit } from './endpoint'
import { bytes, hexText, orderUid } from './fields'
import {
  documentSubmissionExample,
  exampleOwner,
  exampleUid,
  orderExample,
  submissionExample,
  unknownUid,
} from './order-examples'
import { orderResponse, orderSubmission } from './order-fields'
import {
  cancellationBody,
  cancellationsBody,
  foreignCancellationBody,
  refusedSubmissions,
  repeatedSubmission,
} from './order-refusals'
import { malformedParameter, refusal } from './refusal-example'

/** POST /api/v1/orders. Spec: Submission errors, Authentication. */
export const createOrder = defineEndpoint({
  name: 'createOrder',
  method: 'POST',
  path: '/api/v1/orders',
  summary: 'Submit a signed order; answers its uid',
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
    'WrongOwner',
    'ZeroAmount',
  ],
  examples: [
    submissionExample,
    documentSubmissionExample,
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

const consent = {
  signature: bytes.describe('Signature of the cancellation by the owner'),
  signingScheme: z.enum(['eip712', 'ethsign', 'eip1271'], 'must be eip712, ethsign or eip1271'),
}
const cancellation = {
  response: z.literal('Cancelled'),
  fieldErrors: { signature: 'InvalidSignature' },
  throws: [
    'OrderNotFound',
    'OrderFullyExecuted',
    'AlreadyCancelled',
    'OrderExpired',
    'OnChainOrder',
    'InvalidSignature',
  ],
} as const
const params = { uid: exampleUid }

/** DELETE /api/v1/orders/{uid}. Spec: States and transitions. */
export const deleteOrder = defineEndpoint({
  name: 'deleteOrder',
  method: 'DELETE',
  path: '/api/v1/orders/{uid}',
  summary: "Cancel an order by its owner's signature over OrderCancellation",
  ...cancellation,
  params: z.object({ uid: orderUid }),
  body: z.object(consent).meta({ id: 'OrderCancellation' }),
  examples: [
    {
      summary: 'Cancel an order',
      given: 'a placed order',
      params,
      body: cancellationBody,
      response: 'Cancelled',
    },
    refusal({
      code: 'OrderNotFound',
      params,
      body: cancellationBody,
      description: `no order has the uid ${exampleUid}`,
    }),
    refusal({
      code: 'InvalidSignature',
      given: 'a placed order',
      params,
      body: foreignCancellationBody,
      description: `the cancellation is not signed by the owner ${exampleOwner}`,
    }),
    malformedParameter('uid', { body: cancellationBody }),
  ],
  run: async (ctx, { params, body, network }) => {
    await cancelOrder(ctx, { ...body, chainId: network.chainId, uid: params.uid })
    return 'Cancelled' as const
  },
})

/** DELETE /api/v1/orders: several orders of one owner, all or none. */
export const deleteOrders = defineEndpoint({
  name: 'deleteOrders',
  method: 'DELETE',
  path: '/api/v1/orders',
  summary: "Cancel orders by their owner's signature over OrderCancellations, all or none",
  ...cancellation,
  body: z
    .object({
      orderUids: z
        .array(orderUid, 'must be a list of order uids')
        .min(1, 'must name at least one order')
        .max(128, 'must name at most 128 orders')
        .describe('Orders of one owner, at most 128; the signature is over these in this order'),
      ...consent,
    })
    .meta({ id: 'OrderCancellations' }),
  examples: [
    {
      summary: 'Cancel one order by the batch call',
      given: 'a placed order',
      body: { orderUids: [exampleUid], ...cancellationsBody },
      response: 'Cancelled',
    },
    refusal({
      code: 'OrderNotFound',
      body: { orderUids: [exampleUid], ...cancellationsBody },
      description: `no order has the uid ${exampleUid}`,
    }),
    refusal({
      code: 'InvalidSignature',
      summary: 'A signature over OrderCancellation, which is not for lists',
      given: 'a placed order',
      body: { orderUids: [exampleUid], ...cancellationBody },
      description: `the cancellation is not signed by the owner ${exampleOwner}`,
    }),
    refusal({
      code: 'InvalidParameter',
      body: { orderUids: [], ...cancellationsBody },
      description: 'orderUids must name at least one order',
    }),
  ],
  run: async (ctx, { body, network }) => {
    const { orderUids: uids, ...rest } = body
    await cancelOrders(ctx, { ...rest, chainId: network.chainId, uids })
    return 'Cancelled' as const
  },
})
