import { toHex } from 'viem'
import { expect } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { type Database, inTransaction } from '@/lib/db/database'
import { insertAuction, insertSettlement } from '@/lib/testing/auctions/auction-rows'
import { test } from '@/lib/testing/test'
import { testOrder } from '@/lib/testing/test-order'
import { packAuctions } from './pack-auctions'
import {
  findCompetition,
  findCompetitionByTransaction,
  findLatestCompetition,
  findLatestStandings,
  findNeighbours,
  findPublishedCompetition,
  findStandingsByTransaction,
  listAuctionSummaries,
  listPackedFills,
} from './published-competition-store'
import { reduceAuctions } from './reduce-auctions'
import { findTradedToken } from './traded-token-query'

const later = new Date(1_700_000_000_000 + 1_000_000)
const hash = (value: number): Hex => toHex(value, { size: 32 })

const pack = (db: Database, limit = 9) =>
  inTransaction(db, (tx) => packAuctions(tx, { before: later, limit }))

/** Everything that is answered about an auction. */
async function answers(db: Database, auctionId: bigint, txHash: Hex) {
  const place = { chainId: 1, txHash }
  return {
    byId: await findCompetition(db, { chainId: 1, auctionId }),
    published: await findPublishedCompetition(db, auctionId),
    byTransaction: await findCompetitionByTransaction(db, place),
    latest: await findLatestCompetition(db, 1),
    standings: await findStandingsByTransaction(db, place),
    latestStandings: await findLatestStandings(db, 1),
    neighbours: await findNeighbours(db, { chainId: 1, auctionId }),
    summaries: await listAuctionSummaries(db, { chainId: 1, limit: 5 }),
  }
}

test('packing changes no answer about an auction', async ({ freshDatabase: { db } }) => {
  const [first, second] = [testOrder(), testOrder({ sellAmount: 7n })]
  const bid = { buyAmount: 5n, score: 9n, state: 'mined' } as const
  const bids = [
    { ...bid, order: first, bound: 8n, txHash: hash(2) },
    { ...bid, order: second, score: 7n, txHash: hash(3) },
  ] as const
  await insertAuction(db, {
    id: 1n,
    orders: [first],
    bids: [{ ...bid, order: first, txHash: hash(1) }],
  })
  await insertAuction(db, { id: 2n, bound: 99n, orders: [first, second], bids })
  await db.solution.updateMany({ where: { ranking: 1 }, data: { referenceScore: 3 } })
  for (const [auctionId, place] of [
    [1n, 1],
    [2n, 2],
    [2n, 3],
  ] as const)
    await insertSettlement(db, { auctionId, txHash: hash(place) })
  expect(await reduceAuctions(db, { before: later, limit: 9 })).toBe(2)
  const all = async () => [
    await answers(db, 1n, hash(1)),
    await answers(db, 2n, hash(2)),
    await answers(db, 2n, hash(3)),
  ]
  const before = await all()
  expect(before[2]?.byTransaction?.auctionId).toBe(2n)
  const token = { chainId: 1, token: first.sellToken, pricedAs: first.sellToken }
  const traded = await findTradedToken(db, token)

  expect(await pack(db, 1)).toMatchObject({ auctions: 1, transactions: [{ nonce: 101n }] })
  const nonces = [{ nonce: 201n }, { nonce: 202n }]
  expect(await pack(db)).toMatchObject({ auctions: 1, transactions: nonces })
  expect(await pack(db)).toEqual({ auctions: 0, transactions: [] })
  await db.settlementTransaction.deleteMany()

  expect(await all()).toEqual(before)
  expect(await db.solution.count()).toBe(0)
  // The newest price of each token stays.
  expect(await findTradedToken(db, token)).toEqual(traded)
  const prices = await db.auctionPrice.findMany({ select: { auctionId: true } })
  expect(prices).toEqual([{ auctionId: 2n }, { auctionId: 2n }])
})

test('the price of a token stays until a newer settled auction on its network has one', async ({
  freshDatabase: { db },
}) => {
  const order = testOrder()
  const bid = { order, buyAmount: 5n, score: 9n } as const
  const mined = { ...bid, state: 'mined' } as const
  await insertAuction(db, { id: 1n, orders: [order], bids: [mined] })
  await insertAuction(db, { id: 2n, chainId: 100, orders: [order], bids: [mined] })
  await insertAuction(db, { id: 3n, orders: [order], bids: [{ ...bid, state: 'sent' }] })
  await insertSettlement(db, { auctionId: 1n, txHash: hash(101) })
  await insertSettlement(db, { auctionId: 2n, chainId: 100, txHash: hash(201) })
  await reduceAuctions(db, { before: later, limit: 9 })
  expect(await pack(db)).toMatchObject({ auctions: 2 })
  expect(await db.auctionPrice.count()).toBe(6)
  await db.settlementTransaction.updateMany({
    where: { state: 'sent' },
    data: { state: 'mined', blockNumber: 31n },
  })
  await insertSettlement(db, { auctionId: 3n, txHash: hash(301) })
  await reduceAuctions(db, { before: later, limit: 9 })
  expect(await pack(db)).toMatchObject({ auctions: 1 })
  const prices = await db.auctionPrice.findMany({ orderBy: { auctionId: 'asc' } })
  expect(prices.map(({ auctionId }) => auctionId)).toEqual([2n, 2n, 3n, 3n])
})

test('an auction waits until it is reduced and its settlements are indexed', async ({
  freshDatabase: { db },
}) => {
  const order = testOrder()
  const bid = { order, buyAmount: 5n, score: 9n, state: 'mined' } as const
  await insertAuction(db, { id: 1n, orders: [order], bids: [bid] })
  await insertSettlement(db, { auctionId: 1n, txHash: hash(101) })
  await insertAuction(db, { id: 2n, orders: [order], bids: [bid] })
  await insertSettlement(db, { auctionId: 1n, txHash: hash(201) })
  expect(await pack(db)).toMatchObject({ auctions: 0 })
  await reduceAuctions(db, { before: later, limit: 9 })
  expect(await pack(db)).toMatchObject({ auctions: 1 })
  expect(await db.auction.findMany({ where: { outcome: null } })).toMatchObject([{ id: 2n }])
})

test('ignores transactions that name a packed auction but did not settle it', async ({
  freshDatabase: { db },
}) => {
  const [order, other] = [testOrder(), testOrder({ sellAmount: 7n })]
  const bid = { order, buyAmount: 5n, score: 9n, state: 'mined', txHash: hash(1) } as const
  await insertAuction(db, { id: 1n, orders: [order], bids: [bid] })
  await insertSettlement(db, { auctionId: 1n, txHash: hash(1) })
  await insertSettlement(db, { auctionId: 1n, txHash: hash(2) })
  await reduceAuctions(db, { before: later, limit: 9 })
  await pack(db)
  await db.settlementTransaction.deleteMany()
  const find = (txHash: Hex, chainId = 1) => findCompetitionByTransaction(db, { chainId, txHash })
  expect(await find(hash(1))).toMatchObject({ auctionId: 1n })
  expect(await find(hash(2))).toBeUndefined()
  expect(await find(hash(1), 100)).toBeUndefined()
  const fill = { chainId: 1, txHash: hash(1), orderUid: order.uid }
  const others = [
    { ...fill, txHash: hash(2) },
    { ...fill, chainId: 100 },
    { ...fill, orderUid: other.uid },
  ]
  expect([...(await listPackedFills(db, [fill, ...others]))]).toEqual([fill])
})
