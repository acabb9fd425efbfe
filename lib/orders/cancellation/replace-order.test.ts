import { describe, expect } from 'vitest'
import { hashAppData } from '@/lib/app-data/app-data-document'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { defaultVaultRelayer } from '@/lib/core/networks'
import { getTestAccount } from '@/lib/devnet/accounts'
import { findOrder, listOrdersByUids } from '@/lib/orders/order-store'
import { type PlaceOrderInput, placeOrder } from '@/lib/orders/placement/place-order'
import { saveCancellation } from '@/lib/orders/state/order-state-store'
import { refreshOrders } from '@/lib/orders/state/refresh-orders'
import { approve } from '@/lib/testing/chain/chain-actions'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import {
  nowSeconds,
  type OrderFixture,
  type Terms,
  trader,
} from '@/lib/testing/orders/order-fixture'
import { contractSubmission } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'
import { insertTrade, testOrder } from '@/lib/testing/test-order'

let fixture: OrderFixture
let ctx: Context

test.beforeAll(({ orders }) => {
  fixture = orders
  ctx = fixture.ctx
})

const code = (code: string) => expect.objectContaining({ code })
const otherAccount = getTestAccount(2)

/** Builds a new order of the trader that replaces `uid`. */
async function replacing(
  uid: string,
  change: Partial<Terms> = {},
  privateKey = trader.privateKey,
): Promise<PlaceOrderInput> {
  const appData = JSON.stringify({ version: '1.15.0', metadata: { replacedOrder: { uid } } })
  const input = await fixture.sign({ ...change, appData: hashAppData(appData) }, { privateKey })
  return { ...input, appData }
}

const submit = async () => (await fixture.submit()) as Hex
const statusOf = async (uid: Hex) => (await findOrder(ctx.db, 1, uid))?.status

/** Saves a competition with one solution that trades `uid`. */
async function compete(uid: string, isWinner = false): Promise<void> {
  const auction = await ctx.db.auction.create({
    data: {
      chainId: 1,
      blockNumber: 1n,
      blockHash: `0x${'0'.repeat(64)}`,
      deadlineBlock: 5n,
      createdAt: new Date(0),
    },
  })
  await ctx.db.solution.create({
    data: {
      auctionId: auction.id,
      solver: 'test',
      solverAddress: otherAccount.address,
      score: '1',
      ranking: 1,
      isWinner,
      filteredOut: !isWinner,
      clearingPrices: {},
      orders: [{ id: uid, sellAmount: '1', buyAmount: '1', sellToken: '0x', buyToken: '0x' }],
      gas: 1n,
    },
  })
}

describe('an order that replaces another', () => {
  test('opens, cancels the old order and notifies its owner', async () => {
    const old = await submit()
    const uid = await placeOrder(ctx, await replacing(old))
    const [before] = await listOrdersByUids(ctx.db, [old])
    expect(before).toMatchObject({
      status: 'cancelled',
      invalidated: true,
      cancellationReason: `replaced: ${uid}`,
    })
    expect(await statusOf(uid)).toBe('open')
    const notifications = await ctx.db.notification.findMany({ where: { orderUid: old } })
    expect(notifications).toMatchObject([
      {
        type: 'order_cancelled',
        account: trader.address,
        metadata: { reason: `replaced: ${uid}` },
      },
    ])
  })

  test("takes the old order's place in the limit of open orders", async () => {
    const limited = fixture.createContext(fixture.network.rpcUrl, { MAX_OPEN_LIMIT_ORDERS: '1' })
    const { privateKey, address } = getTestAccount(3)
    const token = fixture.terms().sellToken
    const approval = { owner: address, spender: defaultVaultRelayer, amount: 2n ** 200n }
    await approve(fixture.network.rpcUrl, { token, ...approval })
    const old = await placeOrder(limited, await fixture.sign({}, { privateKey }))
    const uid = await placeOrder(limited, await replacing(old, {}, privateKey))
    expect([await statusOf(old), await statusOf(uid)]).toEqual(['cancelled', 'open'])
  })

  test('wins alone when two are submitted at once: the other is AlreadyCancelled', async () => {
    const old = await submit()
    const inputs = await Promise.all([1, 2, 3, 4].map(() => replacing(old)))
    const results = await Promise.allSettled(inputs.map((input) => placeOrder(ctx, input)))
    const placed = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value] : [],
    )
    expect(placed).toHaveLength(1)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toEqual(code('AlreadyCancelled'))
    }
    const [before] = await listOrdersByUids(ctx.db, [old])
    expect(before?.cancellationReason).toBe(`replaced: ${placed[0]}`)
  })

  test('leaves the old order open when rejected', async () => {
    const old = await submit()
    const poor = await replacing(old, { sellAmount: 10n ** 30n })
    await expect(placeOrder(ctx, poor)).rejects.toEqual(code('InsufficientBalance'))
    const input = await replacing(old)
    const full = fixture.createContext(fixture.network.rpcUrl, { MAX_OPEN_LIMIT_ORDERS: '1' })
    await submit()
    await expect(placeOrder(full, input)).rejects.toEqual(code('TooManyLimitOrders'))
    expect(await statusOf(old)).toBe('open')
  })
})

describe('a replacement is rejected', () => {
  test('as OrderNotFound for an order that is unknown or of another network', async () => {
    const foreign = testOrder({ owner: trader.address, chainId: 100 })
    await insertOrder(ctx.db, foreign)
    for (const uid of [`0x${'12'.repeat(56)}`, foreign.uid]) {
      await expect(placeOrder(ctx, await replacing(uid))).rejects.toEqual(code('OrderNotFound'))
    }
  })

  test('as AlreadyCancelled for a cancelled order', async () => {
    const old = await submit()
    await saveCancellation(ctx.db, [old], { at: new Date(), reason: 'user_signature' })
    await ctx.db.$transaction((tx) => refreshOrders(tx, { uids: [old], nowSeconds }))
    await expect(placeOrder(ctx, await replacing(old))).rejects.toEqual(code('AlreadyCancelled'))
  })

  test('as OrderFullyExecuted for a filled order', async () => {
    const old = testOrder({ owner: trader.address })
    await insertOrder(ctx.db, old)
    await insertTrade(ctx.db, { uid: old.uid, sellAmount: 100n, buyAmount: 200n })
    await ctx.db.$transaction((tx) => refreshOrders(tx, { uids: [old.uid], nowSeconds }))
    const placing = placeOrder(ctx, await replacing(old.uid))
    await expect(placing).rejects.toEqual(code('OrderFullyExecuted'))
  })

  test('as OrderExpired for an expired order', async () => {
    const old = testOrder({ owner: trader.address, validTo: nowSeconds - 1 })
    await insertOrder(ctx.db, old)
    await expect(placeOrder(ctx, await replacing(old.uid))).rejects.toEqual(code('OrderExpired'))
  })

  test('as OnChainOrder for an order signed or placed on chain', async () => {
    const presigned = testOrder({ owner: trader.address, signingScheme: 'presign' })
    const placed = testOrder({ owner: trader.address, onchainSender: otherAccount.address })
    for (const old of [presigned, placed]) {
      await insertOrder(ctx.db, old)
      await expect(placeOrder(ctx, await replacing(old.uid))).rejects.toEqual(code('OnChainOrder'))
    }
  })

  test("as InvalidSignature for another owner's order, as is its cancellation", async () => {
    const old = testOrder({ owner: otherAccount.address })
    await insertOrder(ctx.db, old)
    await expect(placeOrder(ctx, await replacing(old.uid))).rejects.toEqual(
      code('InvalidSignature'),
    )
    expect(await statusOf(old.uid)).toBe('open')
  })

  test('as InvalidSignature when not ECDSA-signed', async () => {
    const old = await submit()
    const { appData, order } = await replacing(old)
    const submission = contractSubmission(order, {
      from: trader.address,
      signingScheme: 'presign',
      signature: '0x',
    })
    const placing = placeOrder(ctx, { ...submission, appData })
    await expect(placing).rejects.toEqual(code('InvalidSignature'))
    expect(await statusOf(old)).toBe('open')
  })

  test('as OldOrderActivelyBidOn after a recent solution, until five auctions later', async () => {
    for (const isWinner of [false, true]) {
      const old = await submit()
      await compete(old, isWinner)
      for (let later = 0; later < 4; later++) await compete(`0x${'99'.repeat(56)}`)
      const input = await replacing(old)
      await expect(placeOrder(ctx, input)).rejects.toEqual(code('OldOrderActivelyBidOn'))
      await compete(`0x${'99'.repeat(56)}`)
      await placeOrder(ctx, input)
    }
  })

  test('as InvalidAppData when the document has no uid', async () => {
    await expect(placeOrder(ctx, await replacing('0x12'))).rejects.toEqual(code('InvalidAppData'))
  })
})
