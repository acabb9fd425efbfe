import { toHex } from 'viem'
import { expect } from 'vitest'
import { packAuctions } from '@/lib/auctions/competition/pack-auctions'
import { reduceAuctions } from '@/lib/auctions/competition/reduce-auctions'
import { type IndexedEvent, placeKey } from '@/lib/chain-events/contract-event'
import { inTransaction } from '@/lib/db/database'
import { insertAuction, insertSettlement } from '@/lib/testing/auctions/auction-rows'
import { test } from '@/lib/testing/test'
import { testOrder } from '@/lib/testing/test-order'
import { findExecutedFees } from './settled-solution-query'

test('finds the same executed fees after packing', async ({ freshDatabase: { db } }) => {
  const order = testOrder()
  const txHash = toHex(101, { size: 32 })
  await insertAuction(db, {
    id: 1n,
    orders: [order],
    bids: [{ order, buyAmount: 5n, score: 9n, state: 'mined' }],
  })
  await insertSettlement(db, { auctionId: 1n, txHash })
  const solution = await db.solution.findFirstOrThrow()
  const fee = { policy: { volume: { factor: 0.1 } }, token: order.buyToken, amount: '1' }
  const recipient = order.owner
  const [settled] = solution.orders as object[]
  const orders = [{ ...settled, fees: [{ ...fee, recipient }] }]
  await db.solution.updateMany({ data: { orders } })
  const place = { blockNumber: 1n, blockHash: txHash, timestamp: 1, txHash }
  const trade = {
    ...{ ...place, kind: 'trade', logIndex: 3, orderUid: order.uid, owner: order.owner },
    ...{ sellToken: order.sellToken, buyToken: order.buyToken, feeAmount: 2n },
    ...{ sellAmount: order.sellAmount + 2n, buyAmount: 5n },
  } as const
  const settlement = { ...place, kind: 'settlement', logIndex: 4, solver: recipient, auctionId: 1n }
  const events = [trade, settlement] as readonly IndexedEvent[]
  const find = (chainId = 1) => inTransaction(db, (tx) => findExecutedFees(tx, chainId, events))

  const fees = await find()
  expect(fees.get(placeKey(trade))).toEqual([{ ...fee, recipient }])
  const all = { before: new Date(), limit: 9 }
  await reduceAuctions(db, all)
  expect(await inTransaction(db, (tx) => packAuctions(tx, all))).toMatchObject({ auctions: 1 })
  expect(await find()).toEqual(fees)
  expect(await find(100)).toEqual(new Map())
})
