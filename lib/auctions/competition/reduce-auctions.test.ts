import { expect } from 'vitest'
import { insertAuction } from '@/lib/testing/auctions/auction-rows'
import { test } from '@/lib/testing/test'
import { testOrder } from '@/lib/testing/test-order'
import { findCompetition, listAuctionSummaries } from './published-competition-store'
import { reduceAuctions } from './reduce-auctions'

const later = new Date(1_700_000_000_000 + 1_000_000)
const third = `0x${'77'.repeat(20)}`

test('leaves of an old auction what it settled, and nothing of one that settled nothing', async ({
  freshDatabase: { db },
}) => {
  const [filled, resting] = [testOrder(), testOrder({ sellAmount: 7n })]
  const bid = { order: filled, buyAmount: 5n, score: 9n } as const
  const orders = [filled, resting]
  const bids = [
    { ...bid, state: 'mined' },
    { ...bid, score: 8n, fault: 'late' },
  ] as const
  await insertAuction(db, { id: 1n, orders, bids })
  await db.auctionPrice.create({ data: { auctionId: 1n, token: third, price: 3 } })
  await insertAuction(db, { id: 2n, orders, bids: [{ ...bid, state: 'abandoned' }] })
  await insertAuction(db, { id: 3n, orders, bids: [{ ...bid, state: 'sent' }] })
  const before = await findCompetition(db, { chainId: 1, auctionId: 1n })

  expect(await reduceAuctions(db, { before: new Date(1_700_000_000_000), limit: 9 })).toBe(0)
  expect(await reduceAuctions(db, { before: later, limit: 1 })).toBe(1)
  expect(await reduceAuctions(db, { before: later, limit: 9 })).toBe(1)
  expect(await reduceAuctions(db, { before: later, limit: 9 })).toBe(0)

  const after = await findCompetition(db, { chainId: 1, auctionId: 1n })
  const winners = before?.solutions.filter(({ isWinner }) => isWinner)
  const prices = new Map([...(before?.prices ?? [])].filter(([token]) => token !== third))
  expect(after).toEqual({ ...before, orderUids: [filled.uid], solutions: winners, prices })
  expect(await db.auction.findMany({ select: { id: true }, orderBy: { id: 'asc' } })).toEqual([
    { id: 1n },
    { id: 3n },
  ])
  // The number of its orders is still known.
  const [newest, oldest] = await listAuctionSummaries(db, { chainId: 1, limit: 5 })
  expect([newest?.auctionId, oldest?.orders]).toEqual([3n, 2])
})
