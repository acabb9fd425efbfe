import { privateKeyToAccount } from 'viem/accounts'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { cancellationTypes, orderDomain } from '@/lib/core/order'
import type { NewOrder } from '@/lib/orders/order-record'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { nowSeconds, trader } from '@/lib/testing/orders/order-fixture'
import { testOrder } from '@/lib/testing/test-order'
import type { ErrorCase, ErrorFixture, Sent, Site } from './error-fixture'

const unknownUid: Hex = `0x${'00'.repeat(56)}`

/** Stores an order of the trader without validation. */
async function store(
  { database }: ErrorFixture,
  change: Partial<NewOrder> = {},
  status: 'open' | 'cancelled' | 'fulfilled' | 'expired' = 'open',
): Promise<Hex> {
  const order = testOrder({ owner: trader.address, validTo: nowSeconds + 900, ...change })
  await insertOrder(database.db, order)
  await database.db.order.update({ where: { uid: order.uid }, data: { status } })
  return order.uid
}

/** Returns a cancellation of one order signed by its owner. */
async function cancel(uid: Hex, site: Site = 'sound'): Promise<Sent> {
  const signature = await privateKeyToAccount(trader.privateKey).signTypedData({
    domain: orderDomain(1, defaultSettlement),
    types: cancellationTypes,
    primaryType: 'OrderCancellation',
    message: { orderUid: uid },
  })
  const body = { signature, signingScheme: 'eip712' }
  return { method: 'DELETE', path: `/api/v1/orders/${uid}`, body, site }
}

const batch = (orderUids: unknown, change: object = {}): Sent => ({
  method: 'DELETE',
  path: '/api/v1/orders',
  body: { orderUids, signature: `0x${'11'.repeat(64)}1b`, signingScheme: 'eip712', ...change },
})

/** Errors of DELETE /api/v1/orders and /api/v1/orders/{uid}, and of reading an order. */
export const cancellationErrors: readonly ErrorCase[] = [
  {
    code: 'OrderNotFound',
    name: 'cancellation of no order',
    description: /^no order has the uid 0x0000/,
    request: () => cancel(unknownUid),
  },
  {
    code: 'OrderNotFound',
    name: 'cancellation of an order of another network',
    description: /^no order has the uid 0x/,
    request: async (fixture) => cancel(await store(fixture, { chainId: 100 })),
  },
  {
    code: 'AlreadyCancelled',
    name: 'a cancelled order',
    description: /the order 0x[0-9a-f]{112} is cancelled already/,
    request: async (fixture) => cancel(await store(fixture, {}, 'cancelled')),
  },
  {
    code: 'OrderFullyExecuted',
    name: 'a filled order',
    description: /the order 0x[0-9a-f]{112} is filled/,
    request: async (fixture) => cancel(await store(fixture, {}, 'fulfilled')),
  },
  {
    code: 'OrderExpired',
    name: 'cancellation of an expired order',
    description: /the order 0x[0-9a-f]{112} has expired/,
    request: async (fixture) => cancel(await store(fixture, {}, 'expired')),
  },
  {
    code: 'OnChainOrder',
    name: 'an order signed on chain',
    description: /cancel it there \(setPreSignature, invalidateOrder\)$/,
    request: async (fixture) =>
      cancel(await store(fixture, { signingScheme: 'presign', signature: '0x' })),
  },
  {
    code: 'InvalidSignature',
    name: 'cancellation by another',
    description: /^the cancellation is not signed by the owner 0x[0-9a-f]{40}/,
    request: async (fixture) => batch([await store(fixture)]),
  },
  {
    code: 'InvalidSignature',
    name: 'one cancellation of the orders of two owners',
    description: /the orders have several owners, one signature cancels those of one/,
    request: async (fixture) => {
      const owner = fixture.network.accounts[2]?.address ?? '0x'
      return batch([await store(fixture), await store(fixture, { owner })])
    },
  },
  {
    code: 'InvalidSignature',
    name: 'cancellation: no hex',
    description: /^signature must be whole bytes of hex/,
    request: () => batch([unknownUid], { signature: '0xzz' }),
  },
  ...(
    [
      ['cancellation of nothing', [], /^orderUids must name at least one order$/],
      [
        'cancellation of 129 orders',
        Array(129).fill(unknownUid),
        /^orderUids must name at most 128/,
      ],
      [
        'cancellation of a malformed uid',
        ['0x12'],
        /^orderUids\.0 must be an order uid: 0x and 112/,
      ],
    ] as const
  ).map(
    ([name, uids, description]): ErrorCase => ({
      code: 'InvalidParameter',
      name,
      description,
      request: () => batch(uids),
    }),
  ),
  {
    code: 'InvalidParameter',
    name: 'cancellation by presign',
    description: /^signingScheme must be eip712, ethsign or eip1271$/,
    request: () => batch([unknownUid], { signingScheme: 'presign' }),
  },
  {
    code: 'InternalServerError',
    name: 'cancellation by a wallet contract while the chain does not answer',
    description: /did not answer/,
    headers: { 'retry-after': /^[1-9]$/ },
    request: async (fixture) => ({
      ...batch([await store(fixture, { signingScheme: 'eip1271' })], { signingScheme: 'eip1271' }),
      site: 'without chain',
    }),
  },
  {
    code: 'InternalServerError',
    name: 'cancellation while the database does not answer',
    description: /try again later|did not answer/,
    headers: { 'retry-after': /^[1-9]$/ },
    request: () => cancel(unknownUid, 'without database'),
  },
  {
    code: 'NotFound',
    name: 'an order that is not there',
    description: /^Order was not found$/,
    request: () => ({ method: 'GET', path: `/api/v1/orders/${unknownUid}` }),
  },
]
