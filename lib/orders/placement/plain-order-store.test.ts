import { describe, expect } from 'vitest'
import { hashAppData } from '@/lib/app-data/app-data-document'
import { saveAppData } from '@/lib/app-data/app-data-store'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, inTransaction } from '@/lib/db/database'
import { lockOrders } from '@/lib/orders/order-lock-store'
import type { NewOrder } from '@/lib/orders/order-record'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import {
  insertInvalidation,
  insertPresignature,
  insertTrade,
  testOrder,
} from '@/lib/testing/test-order'
import type { Prisma } from '@/prisma/generated/client'
import { insertPlainOrders, type PlainOrders } from './plain-order-store'

let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

type Some = readonly [NewOrder, ...NewOrder[]]
const insert = (
  orders: Some,
  documents: readonly Hex[] = [],
  quotes: PlainOrders['quotes'] = new Map(),
) => insertPlainOrders(database.db, { orders, quotes, documents })
const countOf = (orders: Some) =>
  database.db.order.count({ where: { uid: { in: orders.map(({ uid }) => uid) } } })
const amountsOf = (row: Record<'sellAmount' | 'buyAmount' | 'feeAmount', Prisma.Decimal>) => ({
  sellAmount: fromDecimal(row.sellAmount),
  buyAmount: fromDecimal(row.buyAmount),
  feeAmount: fromDecimal(row.feeAmount),
})
const pair = (): [NewOrder, NewOrder] => [testOrder(), testOrder()]

test('inserts plain orders with the same columns as Prisma', async () => {
  const [first, second] = [testOrder({ sellAmount: 2n ** 256n - 1n }), testOrder()]
  expect(await insert([first, second])).toBe(true)
  const rows = await database.db.order.findMany({ where: { uid: { in: [first.uid, second.uid] } } })
  const alone = { ...first, uid: testOrder().uid }
  await insertOrder(database.db, alone)
  const expected = await database.db.order.findUniqueOrThrow({ where: { uid: alone.uid } })
  expect(rows).toHaveLength(2)
  expect(rows.find(({ uid }) => uid === first.uid)).toEqual({ ...expected, uid: first.uid })
})

test('stores quotes with their orders', async () => {
  const orders = pair()
  const quote = {
    id: 1n,
    sellAmount: 2n ** 256n - 1n,
    buyAmount: 90n,
    feeAmount: 0n,
    gasAmount: 150_000.5,
    gasPrice: 3e9,
    sellTokenPrice: 1e-12,
    verified: true,
    quotedAt: new Date(1_700_000_000_000),
    slippageBips: 12.5,
  }
  expect(await insert(orders, [], new Map([[orders[1].uid, quote]]))).toBe(true)
  const rows = await database.db.orderQuote.findMany({
    where: { orderUid: { in: orders.map(({ uid }) => uid) } },
  })
  const { id, slippageBips, ...kept } = quote
  expect(rows.map((row) => ({ ...row, ...amountsOf(row) }))).toEqual([
    { ...kept, orderUid: orders[1].uid, metadata: { slippageBips } },
  ])
})

describe('inserts none of them', () => {
  test('when one exists or is repeated', async () => {
    const [known, same, other] = [testOrder(), testOrder(), testOrder()]
    await insertOrder(database.db, known)
    expect(await insert([other, known])).toBe(false)
    expect(await insert([other, same, same])).toBe(false)
    expect(await countOf([other, same])).toBe(0)
  })

  test.each([
    ['filled', (uid: Hex) => insertTrade(database.db, { uid, sellAmount: 1n, buyAmount: 2n })],
    ['invalidated', (uid: Hex) => insertInvalidation(database.db, { uid })],
    ['presigned', (uid: Hex) => insertPresignature(database.db, { uid, signed: true })],
  ])('when the chain has %s one', async (_, state) => {
    const orders = pair()
    await state(orders[1].uid)
    expect(await insert(orders)).toBe(false)
    expect(await countOf(orders)).toBe(0)
  })

  test('when the chain mentions one while its lock is awaited', async () => {
    const orders = pair()
    let inserted: Promise<boolean> | undefined
    await inTransaction(database.db, async (tx) => {
      await lockOrders(tx, [orders[0].uid])
      inserted = insert(orders)
      await new Promise((resolve) => setTimeout(resolve, 300))
      await insertInvalidation(tx, { uid: orders[0].uid })
    })
    expect(await inserted).toBe(false)
    expect(await countOf(orders)).toBe(0)
  })

  test('when a document must be stored or its last use refreshed', async () => {
    const text = '{"version":"1.0.0","metadata":{},"of":"plain orders"}'
    const hash = hashAppData(text)
    const orders = [testOrder({ appData: hash })] as const
    expect(await insert(orders, [hash])).toBe(false)
    const old = new Date(orders[0].createdAt.getTime() - 13 * 3600_000)
    await saveAppData(database.db, { hash, text, at: old })
    expect(await insert(orders, [hash])).toBe(false)
    expect(await countOf(orders)).toBe(0)
    await saveAppData(database.db, { hash, text, at: orders[0].createdAt })
    expect(await insert(orders, [hash])).toBe(true)
  })

  test('when one cannot be stored', async () => {
    const orders = [testOrder(), testOrder({ sellAmount: -1n })] as const
    await expect(insert(orders)).rejects.toThrow()
    expect(await countOf(orders)).toBe(0)
    expect(await insert([orders[0]])).toBe(true)
  })
})
