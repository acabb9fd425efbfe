import { describe, expect } from 'vitest'
import { type Database, isUniqueViolation } from '@/lib/db/database'
import { listOpenOrders } from '@/lib/orders/queries/open-order-query'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import type { NewOrder } from './order-record'
import { findOrder } from './order-store'

let database: TestDatabase
let db: Database

test.beforeAll(({ database: empty }) => {
  database = empty
  db = database.db
})

async function placed(change: Partial<NewOrder> = {}): Promise<NewOrder> {
  const order = testOrder(change)
  await insertOrder(db, order)
  return order
}

describe('order store', () => {
  test('returns a stored order with the state of a new one', async () => {
    const order = await placed({
      receiver: '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
      sellAmount: 2n ** 256n - 1n,
      quoteId: 12n,
      kind: 'buy',
      sellTokenBalance: 'external',
      buyTokenBalance: 'internal',
    })
    const stored = await findOrder(db, 1, order.uid)
    expect(stored).toMatchObject(order)
    expect(stored).toMatchObject({ status: 'open', invalidated: false, executedSell: 0n })
    expect(await findOrder(db, 100, order.uid)).toBeUndefined()
  })

  test('rejects a second order with the same uid by its primary key', async () => {
    const order = await placed()
    const error = await insertOrder(db, order).catch((thrown: unknown) => thrown)
    expect(isUniqueViolation(error)).toBe(true)
  })
})

describe('orders for an auction', () => {
  test('are open, signed, valid, past validFrom, not quarantined and in no settlement in flight, oldest first', async () => {
    const chainId = 8453
    const now = 1_800_000_000
    const first = await placed({ chainId })
    const second = await placed({ chainId, validTo: now + 1 })
    await placed({ chainId, validTo: now })
    await placed({ chainId, validFrom: now + 1 })
    const startedOrder = await placed({ chainId, validFrom: now })
    await placed({ chainId, signingScheme: 'presign', signature: '0x' })
    const cancelled = await placed({ chainId })
    const quarantined = await placed({ chainId })
    const [live, done] = [await placed({ chainId }), await placed({ chainId })]
    await db.order.update({ where: { uid: cancelled.uid }, data: { status: 'cancelled' } })
    await db.order.update({
      where: { uid: quarantined.uid },
      data: { failedSettlements: 3, frozenUntil: new Date(4_000_000_000_000) },
    })
    await insertSettlementTransaction(chainId, { uid: live.uid, state: 'sent' })
    await insertSettlementTransaction(chainId, { uid: done.uid, state: 'failed' })
    const { orders: open } = await listOpenOrders(db, { chainId, nowSeconds: now, trusted: [] })
    expect(open.map(({ uid }) => uid)).toEqual([first.uid, second.uid, startedOrder.uid, done.uid])
  })
})

async function insertSettlementTransaction(
  chainId: number,
  { uid, state }: { uid: string; state: 'sent' | 'failed' },
): Promise<void> {
  const solverAddress = '0xa0ee7a142d267c1f36714e4a8f75612f20a79720'
  const hash = `0x${uid.slice(2, 66)}`
  const auction = await db.auction.create({
    data: {
      chainId,
      blockNumber: 1n,
      blockHash: hash,
      deadlineBlock: 5n,
      createdAt: new Date(0),
    },
  })
  await db.solution.create({
    data: {
      auctionId: auction.id,
      solver: 'test',
      solverAddress,
      score: '1',
      ranking: 1,
      isWinner: true,
      filteredOut: false,
      clearingPrices: {},
      orders: [],
      gas: 1n,
    },
  })
  await db.settlementTransaction.create({
    data: {
      chainId,
      solverAddress,
      nonce: 0n,
      txHash: hash,
      rawTransaction: '0x02',
      state,
      epoch: 1n,
      orderUids: [uid],
      deadlineBlock: 5n,
      createdAt: new Date(0),
    },
  })
}
