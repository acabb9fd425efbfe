import { describe, expect } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { type Database, inTransaction } from '@/lib/db/database'
import type { NewOrder } from '@/lib/orders/order-record'
import { findOrder } from '@/lib/orders/order-store'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import {
  insertInvalidation,
  insertPresignature,
  insertTrade,
  testOrder,
} from '@/lib/testing/test-order'
import { saveCancellation } from './order-state-store'
import { refreshOrders } from './refresh-orders'

let database: TestDatabase
let db: Database

test.beforeAll(({ database: empty }) => {
  database = empty
  db = database.db
})

const nowSeconds = 1_700_000_000
const refresh = (...uids: Hex[]) =>
  inTransaction(db, (tx) => refreshOrders(tx, { uids, nowSeconds }))

async function placed(change: Partial<NewOrder> = {}): Promise<NewOrder> {
  const order = testOrder(change)
  await insertOrder(db, order)
  return order
}

describe('refreshing orders', () => {
  test('changes nothing without new events', async () => {
    const { uid } = await placed()
    expect(await refresh(uid)).toEqual([])
    expect(await findOrder(db, 1, uid)).toMatchObject({ status: 'open', signed: true })
  })

  test('ignores uids without a placed order', async () => {
    expect(await refresh(testOrder().uid)).toEqual([])
    expect(await refresh()).toEqual([])
  })

  test('can lock more uids than a few blocks can mention', async () => {
    const uids = Array.from(
      { length: 30_000 },
      (_, i) => `0x${i.toString(16).padStart(112, '0')}` as const,
    )
    expect(await refresh(...uids)).toEqual([])
  })

  test('sums trades, returns the change once, and links the trades to the order', async () => {
    const { uid } = await placed({ feeAmount: 5n, partiallyFillable: true })
    await insertTrade(db, { uid, block: 1, sellAmount: 42n, buyAmount: 90n, feeAmount: 2n })
    const [first] = await refresh(uid)
    expect(first?.before).toMatchObject({ status: 'open', executedSell: 0n })
    expect(first?.after).toMatchObject({ status: 'open', executedSell: 42n, executedBuy: 90n })
    await insertTrade(db, { uid, block: 2, sellAmount: 63n, buyAmount: 120n, feeAmount: 3n })
    const [second] = await refresh(uid)
    expect(second?.after).toMatchObject({
      status: 'fulfilled',
      executedSell: 105n,
      executedFee: 5n,
    })
    expect(await refresh(uid)).toEqual([])
    expect(await findOrder(db, 1, uid)).toEqual(second?.after)
    expect(await db.trade.count({ where: { knownUid: uid } })).toBe(2)
  })

  test('keeps sums up to the uint256 maximum exact', async () => {
    const sellAmount = 2n ** 256n - 1n
    const { uid } = await placed({ sellAmount })
    await insertTrade(db, { uid, sellAmount, buyAmount: 1n })
    const [change] = await refresh(uid)
    expect(change?.after).toMatchObject({ executedSell: sellAmount, status: 'fulfilled' })
  })

  test('reopens an order when a reorg removed its trade', async () => {
    const { uid } = await placed()
    await insertTrade(db, { uid, sellAmount: 100n, buyAmount: 200n })
    await refresh(uid)
    await db.trade.deleteMany({ where: { orderUid: uid } })
    const [change] = await refresh(uid)
    expect(change?.before.status).toBe('fulfilled')
    expect(change?.after).toMatchObject({ status: 'open', executedSell: 0n })
  })

  test('cancels by OrderInvalidated, and records the account', async () => {
    const { uid, owner } = await placed()
    await insertInvalidation(db, { uid })
    const [change] = await refresh(uid)
    expect(change?.after).toMatchObject({
      status: 'cancelled',
      invalidated: true,
      onchainUser: owner,
    })
  })

  test('prefers a fill before the cancellation', async () => {
    const { uid } = await placed()
    await saveCancellation(db, [uid], { at: new Date(), reason: 'user_signature' })
    await refresh(uid)
    await insertTrade(db, { uid, sellAmount: 100n, buyAmount: 200n })
    const [change] = await refresh(uid)
    expect(change?.before.status).toBe('cancelled')
    expect(change?.after).toMatchObject({ status: 'fulfilled', invalidated: true })
  })

  test('keeps an order expired when invalidated after validTo', async () => {
    const { uid } = await placed({ validTo: nowSeconds - 1 })
    await insertInvalidation(db, { uid })
    const [change] = await refresh(uid)
    expect(change?.after).toMatchObject({ status: 'expired', invalidated: false })
  })

  test('uses the latest PreSignature event of a presign order', async () => {
    const { uid } = await placed({ signingScheme: 'presign', signature: '0x' })
    expect(await findOrder(db, 1, uid)).toMatchObject({ status: 'open', signed: false })
    await insertPresignature(db, { uid, block: 1, signed: true })
    expect((await refresh(uid))[0]?.after.signed).toBe(true)
    await insertPresignature(db, { uid, block: 2, signed: false })
    expect((await refresh(uid))[0]?.after.signed).toBe(false)
  })

  test('ignores events of another network, where anyone may use any uid', async () => {
    const { uid } = await placed({ signingScheme: 'presign', signature: '0x' })
    await insertPresignature(db, { uid, chainId: 100, signed: true })
    await insertInvalidation(db, { uid, chainId: 100 })
    expect(await refresh(uid)).toEqual([])
  })

  test('expires orders past validTo at the given time', async () => {
    const at = await placed({ validTo: nowSeconds })
    const past = await placed({ validTo: nowSeconds - 1 })
    const changes = await refresh(at.uid, past.uid)
    expect(changes.map(({ after }) => [after.uid, after.status])).toEqual([[past.uid, 'expired']])
  })

  test('loses no event when events and the order are written concurrently', async () => {
    const orders = Array.from({ length: 12 }, () => testOrder())
    const write = (order: NewOrder) => [
      inTransaction(db, async (tx) => {
        await insertTrade(tx, { uid: order.uid, sellAmount: 100n, buyAmount: 200n })
        await refreshOrders(tx, { uids: [order.uid], nowSeconds })
      }),
      inTransaction(db, async (tx) => {
        await insertOrder(tx, order)
        await refreshOrders(tx, { uids: [order.uid], nowSeconds })
      }),
    ]
    await Promise.all(orders.flatMap(write))
    for (const { uid } of orders) {
      expect(await findOrder(db, 1, uid)).toMatchObject({ status: 'fulfilled' })
    }
  })

  test('does not deadlock when many refresh the same orders in any sequence', async () => {
    const orders = await Promise.all(Array.from({ length: 8 }, () => placed()))
    const uids = orders.map(({ uid }) => uid)
    await Promise.all(
      uids.map((uid) => insertTrade(db, { uid, sellAmount: 100n, buyAmount: 200n })),
    )
    const rotated = uids.map((_, i) => [...uids.slice(i), ...uids.slice(0, i)])
    const changes = await Promise.all(rotated.map((sequence) => refresh(...sequence)))
    expect(changes.flat()).toHaveLength(uids.length)
  })
})
