import { expect } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { insertAuction, insertSettlement } from '@/lib/testing/auctions/auction-rows'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { testOrder } from '@/lib/testing/test-order'
import { retentionLoop } from './service-loops'

const dayMs = 24 * 60 * 60 * 1_000

test('deletes signed bytes, deliveries and notifications once they are old, and keeps those in use', async ({
  freshDatabase: { db },
}) => {
  const order = testOrder()
  const bid = { order, buyAmount: 5n, score: 9n } as const
  await insertAuction(db, { id: 1n, orders: [order], bids: [{ ...bid, state: 'mined' }] })
  await insertAuction(db, { id: 2n, orders: [order], bids: [{ ...bid, state: 'sent' }] })
  await db.settlementTransaction.updateMany({ data: { rawTransaction: '0x0102' } })
  const [row] = await db.settlementTransaction.findMany()
  const createdAt = row?.createdAt ?? new Date(0)
  const account = order.owner
  const facts = { account, channel: 'webhook', label: 'h', targetKey: 'k', target: 't' } as const
  const subscription = await db.subscription.create({
    data: { ...facts, secret: 's', types: ['order_filled'], confirmed: true },
  })
  for (const [index, state] of (['sent', 'waiting', 'dead'] as const).entries()) {
    const message = { type: 'order_filled', message: 'm', metadata: {}, orderUid: '0x' } as const
    const id = `n${index}`
    await db.notification.create({ data: { ...message, id, chainId: 1, account, createdAt } })
    const ended = state === 'sent' ? { sentAt: createdAt } : {}
    const delivery = { notificationId: id, subscriptionId: subscription.id, state, ...ended }
    await db.delivery.create({ data: { ...delivery, createdAt, dueAt: createdAt } })
  }
  const ctx = createTestContext({ db, now: createdAt.getTime() + 20 * dayMs })
  const left = async () => {
    await retentionLoop.run(ctx, new AbortController().signal)
    const bytes = await db.settlementTransaction.findMany({ orderBy: { id: 'asc' } })
    const deliveries = await db.delivery.findMany({ orderBy: { id: 'asc' } })
    return [
      ...bytes.map(({ rawTransaction }) => rawTransaction),
      ...deliveries.map(({ state }) => state),
    ]
  }
  expect(await left()).toEqual(['0x0102', '0x0102', 'sent', 'waiting', 'dead'])
  ctx.clock.advance(20 * dayMs)
  expect(await left()).toEqual(['0x', '0x0102', 'sent', 'waiting', 'dead'])
  ctx.clock.advance(60 * dayMs)
  expect(await left()).toEqual(['0x', '0x0102', 'waiting'])
  expect(await db.notification.count()).toBe(3)
  await db.notification.update({
    where: { id: 'n1' },
    data: { createdAt: new Date(ctx.now() + dayMs) },
  })
  ctx.clock.advance(301 * dayMs)
  expect(await left()).toEqual(['0x', '0x0102', 'waiting'])
  expect(await db.notification.findMany({ select: { id: true } })).toEqual([{ id: 'n1' }])
})

test('packs reduced auctions a day after the migration that allows it', async ({
  freshDatabase: { db },
}) => {
  const order = testOrder()
  const bids = [{ order, buyAmount: 5n, score: 9n, state: 'mined' }] as const
  await insertAuction(db, { id: 1n, orders: [order], bids })
  const ctx = createTestContext({ db, now: Date.now() })
  const [row] = await db.settlementTransaction.findMany()
  const txHash = (row?.txHash ?? '0x') as Hex
  await insertSettlement(db, { auctionId: 1n, txHash })
  const left = async () => {
    await retentionLoop.run(ctx, new AbortController().signal)
    const { orderCount, outcome } = await db.auction.findUniqueOrThrow({ where: { id: 1n } })
    return { orderCount, isPacked: outcome !== null }
  }
  expect(await left()).toEqual({ orderCount: 1, isPacked: false })
  ctx.clock.advance(2 * dayMs)
  expect(await left()).toEqual({ orderCount: 1, isPacked: true })
  expect(await db.settlementTransaction.count()).toBe(0)
})
