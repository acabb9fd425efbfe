import { expect } from 'vitest'
import type { NewOrder } from '@/lib/orders/order-record'
import { findOrder } from '@/lib/orders/order-store'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import { insertOrders, overwriteOrders } from './order-insertion-store'

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
