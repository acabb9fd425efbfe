import { beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { NewOrder } from '@/lib/orders/order-record'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import { listOppositeOrders } from './list-opposite-orders'

const { sellToken, buyToken } = testOrder()
const otherAccount: Address = `0x${'57'.repeat(20)}`
const call = { target: otherAccount, value: 0n, callData: '0x' } as const
let database: TestDatabase
let ctx: Context

test.beforeAll(({ database: empty }) => {
  database = empty
})
beforeEach(async () => {
  await database.db.order.deleteMany()
  ctx = createTestContext({ db: database.db })
})

/** Lists orders for a buyer of the token that they sell. */
const list = () =>
  listOppositeOrders(ctx, { chainId: 1, pair: { sellToken: buyToken, buyToken: sellToken } })

async function place(change: Partial<NewOrder>): Promise<NewOrder> {
  const order = testOrder(change)
  await insertOrder(database.db, order)
  return order
}

test('lists open orders of the opposite direction, lowest limit price first', async () => {
  const expensive = await place({ buyAmount: 300n })
  const cheap = await place({ buyAmount: 100n })
  await place({ sellToken: buyToken, buyToken: sellToken })
  const found = await list()
  expect(found.map(({ order }) => order.buyAmount)).toEqual([cheap.buyAmount, expensive.buyAmount])
  expect(found.map(({ remaining }) => remaining)).toEqual([100n, 100n])
})

test.each<[string, Partial<NewOrder>]>([
  ['buys', { kind: 'buy' }],
  ['is over', { validTo: 1_700_000_000 }],
  ['is not valid yet', { validFrom: 1_999_999_999 }],
  ['pays a signed fee', { feeAmount: 1n }],
  ['calls something before', { interactions: { pre: [call], post: [] } }],
  ['calls something after', { interactions: { pre: [], post: [call] } }],
  ['is signed by a contract', { signingScheme: 'eip1271', signature: '0x' }],
  ['waits for its signature', { signingScheme: 'presign', signature: '0x' }],
  ['draws from the vault', { sellTokenBalance: 'internal' }],
  ['is paid in the vault', { buyTokenBalance: 'internal' }],
  ['is of another network', { chainId: 100 }],
])('excludes an order that %s', async (_, change) => {
  await place(change)
  expect(await list()).toEqual([])
})

test('excludes orders that are cancelled, quarantined or of banned accounts', async () => {
  await database.db.bannedAccount.create({ data: { address: otherAccount, reason: 'for a test' } })
  await place({ owner: otherAccount })
  await place({ receiver: otherAccount })
  const cancelled = await place({})
  const failing = await place({})
  await database.db.order.update({ where: { uid: cancelled.uid }, data: { status: 'cancelled' } })
  await database.db.order.update({
    where: { uid: failing.uid },
    data: { failedSettlements: 3, frozenUntil: new Date(4_000_000_000_000) },
  })
  expect(await list()).toEqual([])
})

test('lists the remaining amount of a partially filled order', async () => {
  const { uid } = await place({ partiallyFillable: true })
  await database.db.order.update({
    where: { uid },
    data: { executedSell: '40', executedBuy: '90' },
  })
  expect((await list()).map(({ remaining }) => remaining)).toEqual([60n])
})
