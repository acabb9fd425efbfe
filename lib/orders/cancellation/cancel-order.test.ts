import { hashMessage } from 'viem'
import { privateKeyToAccount, sign } from 'viem/accounts'
import { describe, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement, defaultVaultRelayer } from '@/lib/core/networks'
import { hashOrder, type Order, orderDomain } from '@/lib/core/order'
import { digestCancellation, digestCancellations } from '@/lib/core/order-digest'
import { createRpc } from '@/lib/devnet/rpc'
import type { NewOrder } from '@/lib/orders/order-record'
import { findOrder } from '@/lib/orders/order-store'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import { type CancellationScheme, cancelOrder, cancelOrders } from './cancel-order'

const nowSeconds = 1_800_000_000
const privateKey: Hex = `0x${'42'.repeat(32)}`
const owner = privateKeyToAccount(privateKey).address.toLowerCase() as Address
const otherKey: Hex = `0x${'43'.repeat(32)}`
const domain = orderDomain(1, defaultSettlement)

let network: TestNetwork
let database: TestDatabase
let ctx: Context

test.beforeAll(({ network: mainnet, database: empty }) => {
  network = mainnet
  database = empty
  const rpcUrls = new Map([[1, network.rpcUrl]])
  ctx = createTestContext({ db: database.db, rpcUrls, now: nowSeconds * 1000 })
})

async function placed(change: Partial<NewOrder> = {}): Promise<NewOrder> {
  const order = testOrder({ owner, ...change })
  await insertOrder(ctx.db, order)
  return order
}

async function consent(
  digest: Hex,
  key = privateKey,
  signingScheme: CancellationScheme = 'eip712',
) {
  const hash = signingScheme === 'ethsign' ? hashMessage({ raw: digest }) : digest
  return { signature: await sign({ hash, privateKey: key, to: 'hex' }), signingScheme, chainId: 1 }
}

const cancel = async (uid: Hex, key?: Hex, scheme?: CancellationScheme) =>
  cancelOrder(ctx, { uid, ...(await consent(digestCancellation(domain, uid), key, scheme)) })
const cancelAll = async (uids: Hex[], key?: Hex) =>
  cancelOrders(ctx, { uids, ...(await consent(digestCancellations(domain, uids), key)) })

const code = (code: string) => expect.objectContaining({ code })
const statusOf = async (uid: Hex) => (await findOrder(ctx.db, 1, uid))?.status

describe('cancelling an order', () => {
  test('marks it cancelled and invalidated, and notifies its owner once', async () => {
    const { uid } = await placed()
    await cancel(uid)
    expect(await findOrder(ctx.db, 1, uid)).toMatchObject({
      status: 'cancelled',
      invalidated: true,
      onchainUser: undefined,
      cancellationReason: 'user_signature',
      cancelledAt: new Date(nowSeconds * 1000),
    })
    const notifications = await ctx.db.notification.findMany({ where: { orderUid: uid } })
    expect(notifications).toMatchObject([{ account: owner, type: 'order_cancelled' }])
    expect(notifications[0]?.metadata).toMatchObject({ orderId: uid, reason: 'user_signature' })
  })

  test('accepts ethsign, and the batch struct of this order alone', async () => {
    const [first, second] = [await placed(), await placed()]
    await cancel(first.uid, privateKey, 'ethsign')
    const digest = digestCancellations(domain, [second.uid])
    await cancelOrder(ctx, { uid: second.uid, ...(await consent(digest)) })
    expect([await statusOf(first.uid), await statusOf(second.uid)]).toEqual([
      'cancelled',
      'cancelled',
    ])
  })

  test("verifies a contract wallet's signature by ERC-1271", async () => {
    const wallet: Address = '0x00000000000000000000000000000000000a11ce'
    const setCode = (runtime: Hex) => createRpc(network.rpcUrl)('anvil_setCode', [wallet, runtime])
    const { uid } = await placed({ owner: wallet, signingScheme: 'eip1271', signature: '0x01' })
    const input = { uid, signature: '0x01', signingScheme: 'eip1271', chainId: 1 } as const
    await setCode('0x')
    await expect(cancelOrder(ctx, input)).rejects.toEqual(code('InvalidSignature'))
    await setCode(`0x7f1626ba7e${'0'.repeat(56)}60005260206000f3`)
    await cancelOrder(ctx, input)
    expect(await statusOf(uid)).toBe('cancelled')
  })

  test("accepts only the owner's signature over this order and purpose", async () => {
    const order = await placed()
    const { uid } = order
    const other = await placed()
    const digests = [
      digestCancellation(domain, other.uid),
      digestCancellation(orderDomain(100, defaultSettlement), uid),
      digestCancellation(orderDomain(1, defaultVaultRelayer), uid),
      digestCancellations(domain, [uid, other.uid]),
      hashOrder(domain, order as Order),
    ]
    await expect(cancel(uid, otherKey)).rejects.toEqual(code('InvalidSignature'))
    for (const digest of digests) {
      const attempt = cancelOrder(ctx, { uid, ...(await consent(digest)) })
      await expect(attempt).rejects.toEqual(code('InvalidSignature'))
    }
    expect(await statusOf(uid)).toBe('open')
    expect(await ctx.db.notification.count({ where: { orderUid: uid } })).toBe(0)
  })

  test('rejects an unknown order or one of another network', async () => {
    await expect(cancel(testOrder({ owner }).uid)).rejects.toEqual(code('OrderNotFound'))
    const { uid } = await placed({ chainId: 100 })
    await expect(cancel(uid)).rejects.toEqual(code('OrderNotFound'))
  })

  test.each([
    ['fulfilled', 'OrderFullyExecuted'],
    ['cancelled', 'AlreadyCancelled'],
    ['expired', 'OrderExpired'],
  ] as const)('rejects an order that is %s as %s', async (status, expected) => {
    const { uid } = await placed()
    await ctx.db.order.update({ where: { uid }, data: { status } })
    await expect(cancel(uid)).rejects.toEqual(code(expected))
  })

  test('rejects an order past validTo before its expiry is recorded', async () => {
    const { uid } = await placed({ validTo: nowSeconds - 1 })
    await expect(cancel(uid)).rejects.toEqual(code('OrderExpired'))
  })

  test('rejects an order signed on chain', async () => {
    const { uid } = await placed({ signingScheme: 'presign', signature: '0x' })
    await expect(cancel(uid)).rejects.toEqual(code('OnChainOrder'))
  })

  test('cancels once when requested concurrently', async () => {
    const { uid } = await placed()
    const results = await Promise.allSettled([cancel(uid), cancel(uid), cancel(uid)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toEqual(code('AlreadyCancelled'))
    }
    expect(await ctx.db.notification.count({ where: { orderUid: uid } })).toBe(1)
  })
})

describe('cancelling several orders', () => {
  test('cancels each order once', async () => {
    const uids = [(await placed()).uid, (await placed()).uid]
    await cancelAll([...uids, ...uids.slice(0, 1)])
    for (const uid of uids) expect(await statusOf(uid)).toBe('cancelled')
  })

  test('cancels none when one of them cannot be cancelled', async () => {
    const open = await placed()
    const done = await placed()
    const foreign = await placed({
      owner: privateKeyToAccount(otherKey).address.toLowerCase() as Address,
    })
    await ctx.db.order.update({ where: { uid: done.uid }, data: { status: 'fulfilled' } })
    await expect(cancelAll([open.uid, done.uid])).rejects.toEqual(code('OrderFullyExecuted'))
    await expect(cancelAll([open.uid, foreign.uid])).rejects.toEqual(code('InvalidSignature'))
    await expect(cancelAll([open.uid, testOrder().uid])).rejects.toEqual(code('OrderNotFound'))
    expect(await statusOf(open.uid)).toBe('open')
  })
})
