import { expect } from 'vitest'
import type { CompetitionEntry } from '@/lib/auctions/competition/competition'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { insertTrade, testOrder } from '@/lib/testing/test-order'
import { saveToken } from '@/lib/tokens/token-store'
import { bidsFor, findOrderReport } from './find-order-report'

const nobody = 'http://127.0.0.1:1'
let database: TestDatabase
test.beforeAll(({ database: empty }) => {
  database = empty
})

const contextOf = (...chainIds: number[]) =>
  createTestContext({
    db: database.db,
    rpcUrls: new Map(chainIds.map((chainId) => [chainId, nobody])),
  })

/** An order with a quote of 210 for its 100. */
async function placeQuoted() {
  const order = testOrder()
  await insertOrder(database.db, order)
  await database.db.orderQuote.create({
    data: {
      orderUid: order.uid,
      sellAmount: '98',
      buyAmount: '210',
      feeAmount: '2',
      gasAmount: 1,
      gasPrice: 1,
      sellTokenPrice: 1,
      verified: true,
    },
  })
  return order
}

test('finds an order on any served network, with its fills', async () => {
  const order = testOrder({ chainId: 100 })
  await insertOrder(database.db, order)
  await insertTrade(database.db, { uid: order.uid, chainId: 100, sellAmount: 4n, buyAmount: 9n })
  const report = await findOrderReport(contextOf(1, 100), order.uid)
  expect(report?.order).toMatchObject({ uid: order.uid, chainId: 100 })
  expect(report?.trades).toMatchObject([{ buyAmount: 9n, timestamp: 1_700_000_001 }])
})

test('hides an order of a network that is not served', async () => {
  const order = testOrder({ chainId: 100 })
  await insertOrder(database.db, order)
  expect(await findOrderReport(contextOf(1), order.uid)).toBeUndefined()
  expect(await findOrderReport(contextOf(1), `0x${'00'.repeat(56)}`)).toBeUndefined()
})

test('adds the fee to the quoted sell amount', async () => {
  const { uid } = await placeQuoted()
  const report = await findOrderReport(contextOf(1), uid)
  expect(report?.offer).toMatchObject({ sellAmount: 100n, buyAmount: 210n })
})

test('uses stored token names while the network does not respond', async () => {
  const order = testOrder()
  await insertOrder(database.db, order)
  const weth = { chainId: 1, address: order.sellToken, unsupported: undefined }
  await saveToken(database.db, { ...weth, name: 'Wrapped Ether', symbol: 'WETH', decimals: 18 })
  const report = await findOrderReport(contextOf(1), order.uid)
  expect(report?.tokens.get(order.sellToken)?.symbol).toBe('WETH')
  expect(report?.tokens.has(order.buyToken)).toBe(false)
})

const uid = `0x${'5e'.repeat(56)}` as const
const other = `0x${'5f'.repeat(56)}` as const
const token = `0x${'01'.repeat(20)}` as const

const solution = (ranking: number, ids: readonly (typeof uid)[]): CompetitionEntry => ({
  solver: `solver-${ranking}`,
  solverAddress: token,
  score: 10n,
  ranking,
  isWinner: ranking === 1,
  filteredOut: false,
  fault: undefined,
  referenceScore: undefined,
  clearingPrices: {},
  orders: ids.map((id) => ({
    id,
    sellAmount: '100',
    buyAmount: `${200 - ranking}`,
    sellToken: token,
    buyToken: token,
  })),
  txHash: undefined,
  settlement: undefined,
})

test('lists the bids for an order, the best solution first', () => {
  const solutions = [solution(1, [other, uid]), solution(2, [other]), solution(3, [uid])]
  expect(bidsFor({ solutions }, uid)).toMatchObject([
    { solver: 'solver-1', isWinner: true, sellAmount: 100n, buyAmount: 199n },
    { solver: 'solver-3', isWinner: false, sellAmount: 100n, buyAmount: 197n },
  ])
  expect(bidsFor({ solutions: [] }, uid)).toEqual([])
})
