import { describe, expect } from 'vitest'
import { hashAppData } from '@/lib/app-data/app-data-document'
import { saveAppData } from '@/lib/app-data/app-data-store'
import type { Hex } from '@/lib/core/bytes'
import { fromDecimal, inTransaction } from '@/lib/db/database'
import { lockOrders } from '@/lib/orders/order-lock-store'
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
import type { Prisma } from '@/prisma/generated/client'
import {
  insertOrders,
  insertPlainOrders,
  overwriteOrders,
  type PlainOrders,
} from './order-insertion-store'

let database: TestDatabase

test.beforeAll(({ database: empty }) => {
  database = empty
})

const maxUint256 = 2n ** 256n - 1n
const call = { target: `0x${'ab'.repeat(20)}`, value: maxUint256, callData: '0x0102' } as const

/** Orders that differ from each other in every column. */
const changes: Partial<NewOrder>[] = [
  {},
  { receiver: `0x${'cd'.repeat(20)}`, sellAmount: maxUint256, kind: 'buy', quoteId: 2n ** 62n },
  { interactions: { pre: [call], post: [] }, validFrom: 1_900_000_000, class: 'market' },
  {
    partnerFees: [{ recipient: call.target, kind: 'volume', bps: 5 }] as never,
    referrerCode: 'A-1',
  },
  { signingScheme: 'presign', signature: '0x', onchainSender: call.target, trueValidTo: 5 },
  { createdAt: new Date('2026-02-03T04:05:06.789Z'), placementError: 'other', feeAmount: 7n },
]

test('inserts many orders as if one by one', async () => {
  const { db } = database
  for (const change of changes) {
    const alone = testOrder(change)
    const together = { ...alone, uid: testOrder().uid }
    await insertOrder(db, alone)
    await insertOrders(db, [together, testOrder()])
    const stored = await findOrder(db, 1, together.uid)
    expect(stored).toEqual({ ...(await findOrder(db, 1, alone.uid)), uid: together.uid })
  }
})

test('leaves existing orders unchanged and returns the new uids', async () => {
  const { db } = database
  const [known, other] = [testOrder(), testOrder()]
  await insertOrder(db, known)
  const repeated = { ...known, sellAmount: 7n }
  expect(await insertOrders(db, [other, repeated, { ...other, sellAmount: 7n }])).toEqual([
    other.uid,
  ])
  expect(await findOrder(db, 1, other.uid)).toMatchObject({ sellAmount: other.sellAmount })
  expect(await findOrder(db, 1, known.uid)).toMatchObject({ sellAmount: known.sellAmount })
})

test('overwrites only the placement columns', async () => {
  const { db } = database
  for (const change of changes) {
    const placed = testOrder(change)
    const other = testOrder()
    await insertOrders(db, [testOrder({ ...changes[4], uid: placed.uid }), other])
    await db.order.update({ where: { uid: placed.uid }, data: { executedSell: '7' } })
    await overwriteOrders(db, [placed])
    const twin = { ...placed, uid: testOrder().uid }
    await insertOrders(db, [twin])
    const expected = { ...(await findOrder(db, 1, twin.uid)), uid: placed.uid, executedSell: 7n }
    expect(await findOrder(db, 1, placed.uid)).toEqual(expected)
    expect(await findOrder(db, 1, other.uid)).toMatchObject({ sellAmount: other.sellAmount })
  }
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
