import { toHex } from 'viem'
import { expect } from 'vitest'
import { unpackOutcome } from '@/lib/auctions/competition/outcome'
import { reduceAuctions } from '@/lib/auctions/competition/reduce-auctions'
import { insertCost, sumOwed } from '@/lib/settlements/books/cost-store'
import { insertAuction, insertSettlement } from '@/lib/testing/auctions/auction-rows'
import { test } from '@/lib/testing/test'
import { testOrder } from '@/lib/testing/test-order'
import { packOldAuctions } from './pack-old-auctions'

const hourMs = 60 * 60 * 1_000
const before = new Date(1_700_000_000_000 + 1_000_000)
const hash = (value: number) => toHex(value, { size: 32 })
const [weth, dai] = [`0x${'0e'.repeat(20)}`, `0x${'da'.repeat(20)}`] as const

test('packs old auctions, deletes their transactions and reduces their costs', async ({
  freshDatabase: { db },
}) => {
  const order = testOrder()
  const bid = { order, buyAmount: 5n, score: 9n } as const
  await insertAuction(db, {
    id: 1n,
    orders: [order],
    bids: [
      { ...bid, state: 'mined' },
      { ...bid, state: 'failed' },
    ],
  })
  await insertSettlement(db, { auctionId: 1n, txHash: hash(101) })
  await db.settlement.updateMany({ data: { kept: [] } })
  const wei = { gasPrice: 1n, gasWei: 1n, l1Wei: 0n, costWei: 1n, slackWei: 0n, burnWei: 0n }
  const block = { blockNumber: 11n, blockHash: hash(11), timestamp: 1_700_000_000, gasUsed: 1n }
  const cost = { ...wei, ...block, chainId: 1, kind: 'settlement', succeeded: true } as const
  const solverAddress = `0x${'50'.repeat(20)}` as const
  const kept = [
    { token: weth, amount: '5', owed: '0', price: '2' },
    { token: dai, amount: '7', owed: '3', price: '1' },
  ] as const
  const ours = { ...cost, solverAddress, auctionId: 1n, kept, keptWei: 17n, owedWei: 3n }
  await insertCost(db, { ...ours, txHash: hash(101), nonce: 101n })
  await insertCost(db, { ...ours, txHash: hash(102), nonce: 102n })
  await reduceAuctions(db, { before, limit: 9 })
  const packAt = (now: number) => packOldAuctions(db, { before, limit: 9, now })

  // Processes of the earlier version may still run.
  expect(await packAt(Date.now() + 23 * hourMs)).toBe(0)
  const owed = await sumOwed(db, 1)
  expect(await packAt(Date.now() + 25 * hourMs)).toBe(1)
  expect(await packAt(Date.now() + 25 * hourMs)).toBe(0)

  expect(await db.settlementTransaction.findMany()).toMatchObject([{ state: 'failed' }])
  const costs = await db.settlementCost.findMany({ orderBy: { nonce: 'asc' } })
  expect(costs.map((row) => ({ kept: row.kept, blockHash: row.blockHash }))).toEqual([
    { kept: [kept[1]], blockHash: '' },
    { kept, blockHash: hash(11) },
  ])
  expect((await sumOwed(db, 1)).get(dai)).toBe(owed.get(dai))
  expect(await db.settlement.findMany()).toMatchObject([{ kept: null }])
  const { outcome } = await db.auction.findUniqueOrThrow({ where: { id: 1n } })
  expect(unpackOutcome(outcome ?? new Uint8Array()).kept).toEqual({ [hash(101)]: kept })
})
