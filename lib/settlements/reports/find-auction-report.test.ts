import { expect } from 'vitest'
import { listAuctions } from '@/lib/auctions/competition/get-competition'
import { insertAuction } from '@/lib/testing/auctions/auction-rows'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { insertTrade, testOrder } from '@/lib/testing/test-order'
import { findAuctionReport } from './find-auction-report'
import { findOrderReport } from './find-order-report'

const txHash = `0x${'7a'.repeat(32)}` as const
const filled = testOrder()
const other = testOrder()
const waiting = testOrder()
let database: TestDatabase

test.beforeAll(async ({ database: empty }) => {
  database = empty
  const { db } = database
  for (const order of [filled, other, waiting]) await insertOrder(db, order)
  const quoted = { sellAmount: '98', buyAmount: '210', feeAmount: '2' }
  const gas = { gasAmount: 1, gasPrice: 1, sellTokenPrice: 1, verified: true }
  await db.orderQuote.create({ data: { orderUid: filled.uid, ...quoted, ...gas } })
  await insertTrade(db, { uid: filled.uid, sellAmount: 100n, buyAmount: 230n })
  await db.trade.updateMany({ data: { txHash } })
  const orders = [filled, other, waiting]
  await insertAuction(db, {
    id: 7n,
    bound: 30n,
    orders,
    bids: [
      { order: filled, buyAmount: 230n, score: 15n, state: 'mined', txHash },
      { order: other, buyAmount: 220n, score: 10n, isWinner: true },
      { order: filled, buyAmount: 226n, score: 13n },
      { order: other, buyAmount: 900n, score: 350n, fault: 'it reverts' },
    ],
  })
  const secret = { order: other, buyAmount: 220n, score: 10n, state: 'prepared' } as const
  await insertAuction(db, { id: 8n, bound: 30n, orders, bids: [secret] })
  const failed = { order: other, buyAmount: 220n, score: 10n, state: 'failed' } as const
  await insertAuction(db, { id: 9n, bound: 30n, orders, bids: [failed] })
  const sent = { order: other, buyAmount: 220n, score: 10n, state: 'sent' } as const
  await insertAuction(db, { id: 10n, chainId: 100, orders, bids: [sent] })
})

const contextOf = (...chainIds: number[]) =>
  createTestContext({
    db: database.db,
    rpcUrls: new Map(chainIds.map((chainId) => [chainId, 'http://127.0.0.1:1'])),
  })

test('compares what an order got with its limit, its quote and the bound of the auction', async () => {
  const report = await findAuctionReport(contextOf(1), 7n)
  expect(report?.score).toBe(15n)
  // 15 native atoms of margin and one of rounding are 32 atoms at half a native atom each.
  expect(report?.fills).toEqual([
    {
      uid: filled.uid,
      kind: 'sell',
      sellToken: filled.sellToken,
      buyToken: filled.buyToken,
      sellAmount: 100n,
      buyAmount: 230n,
      outcome: { limit: 200n, quoted: 210n, got: 230n, bound: 262n },
      boundBy: 'auction',
      ranking: 1,
    },
  ])
  expect(report?.unfilled).toEqual([other.uid, waiting.uid])
})

test('lists losing bids with the reason, and hides winners that are not sent yet', async () => {
  const bids = (await findAuctionReport(contextOf(1), 7n))?.competition.solutions
  expect(bids).toMatchObject([
    { ranking: 1, isWinner: true, settlement: 'settled', txHash },
    { ranking: 3, isWinner: false, fault: undefined },
    { ranking: 4, filteredOut: true, fault: { code: 'other', text: 'it reverts' } },
  ])
})

test('hides an auction until a winner is sent, and auctions of networks that are not served', async () => {
  expect(await findAuctionReport(contextOf(1), 8n)).toBeUndefined()
  expect(await findAuctionReport(contextOf(1), 10n)).toBeUndefined()
  expect((await findAuctionReport(contextOf(1, 100), 10n))?.competition.chainId).toBe(100)
  expect(await findAuctionReport(contextOf(1), 999n)).toBeUndefined()
})

test('compares an order that settles alone with what pools give it alone', async () => {
  const bound = async (auctionId: bigint) => {
    const report = await findAuctionReport(contextOf(1), auctionId)
    return report?.fills.map(({ outcome, boundBy }) => [outcome.bound, boundBy])
  }
  const { db } = database
  const settled = { order: other, buyAmount: 230n, score: 15n, state: 'mined' } as const
  await insertAuction(db, {
    id: 5n,
    bound: 30n,
    orders: [other],
    bids: [{ ...settled, bound: 231n }],
  })
  await insertAuction(db, {
    id: 6n,
    bound: 30n,
    orders: [other],
    bids: [{ ...settled, bound: 229n }],
  })
  expect(await bound(5n)).toEqual([[231n, 'pools']])
  // Its solver subsidised its gas, which the auction's bound does not consider.
  expect(await bound(6n)).toEqual([[230n, 'pools']])
  await db.auction.deleteMany({ where: { id: { in: [5n, 6n] } } })
})

test('states no bound if the auction has none', async () => {
  const report = await findAuctionReport(contextOf(1, 100), 10n)
  expect(report?.fills).toMatchObject([{ outcome: { got: 220n, bound: undefined } }])
  expect(report?.competition.solutions).toMatchObject([{ settlement: 'settling' }])
})

test('reports no fill for a winner whose settlement failed', async () => {
  const report = await findAuctionReport(contextOf(1), 9n)
  expect(report).toMatchObject({ score: 0n, fills: [] })
  expect(report?.unfilled).toContain(other.uid)
  expect(report?.competition.solutions).toMatchObject([{ settlement: 'failed' }])
  const [summary] = await listAuctions(contextOf(1), { chainId: 1, limit: 1 })
  expect(summary).toMatchObject({ filled: 0, winners: 0, score: 0n, txHashes: [] })
})

test('links an order to the auction of each fill, with its bound', async () => {
  const report = await findOrderReport(contextOf(1), filled.uid)
  expect(report?.auctions).toMatchObject([{ txHash, auctionId: 7n, bound: 262n }])
  expect(report?.bound).toBe(262n)
  const unfilled = await findOrderReport(contextOf(1), waiting.uid)
  expect(unfilled).toMatchObject({ auctions: [], bound: undefined })
})

test('lists auctions newest first, by page, and counts only published bids', async () => {
  const ctx = contextOf(1)
  const ids = async (page: { before?: bigint; limit: number }) =>
    (await listAuctions(ctx, { chainId: 1, ...page })).map(({ auctionId }) => auctionId)
  expect(await ids({ limit: 10 })).toEqual([9n, 7n])
  expect(await ids({ limit: 1 })).toEqual([9n])
  expect(await ids({ limit: 10, before: 9n })).toEqual([7n])
  expect(await listAuctions(ctx, { chainId: 1, limit: 1, before: 8n })).toEqual([
    {
      auctionId: 7n,
      chainId: 1,
      blockNumber: 70n,
      createdAt: new Date(1_700_000_007_000),
      orders: 3,
      filled: 1,
      solutions: 3,
      winners: 1,
      score: 15n,
      bound: 30n,
      txHashes: [txHash],
    },
  ])
})
