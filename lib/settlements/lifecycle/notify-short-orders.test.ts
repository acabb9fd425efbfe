import { expect } from 'vitest'
import type { ShortOrder } from '@/lib/auctions/model/auction'
import type { Context } from '@/lib/context'
import { lockOrders } from '@/lib/orders/order-lock-store'
import { auctionRole } from '@/lib/settlements/auctioneer/auction-role'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { notifyShortOrders } from './notify-short-orders'

/** A loop that burns all its gas. */
const burnsAllGas = '0x5b600056'
const hostile = `0x${'e7'.repeat(20)}` as const
const maxAtOnce = 20

let fixture: SolverFixture
let ctx: Context
let laterMs = 0

test.beforeAll(({ solver }) => {
  fixture = solver
  restart()
})

async function shortOrder(terms: Parameters<SolverFixture['place']>[1]): Promise<ShortOrder> {
  const order = await fixture.place(1, { sellAmount: 10n ** 30n, ...terms })
  const blockNumber = await fixture.ctx.chain(1).client.getBlockNumber()
  return {
    uid: order.uid,
    order,
    blockNumber,
    shortOf: 'balance',
    needed: order.sellAmount,
    available: 0n,
  }
}

/** Resets the in-memory state, as a new process would. */
function restart(): void {
  ctx = { ...fixture.ctx, slots: new Map(), now: () => Date.now() + laterMs }
}

/** Makes the next call check every order again. */
function wait(): void {
  laterMs += 120_000
}

const notify = (shortOrders: readonly ShortOrder[]) =>
  notifyShortOrders(ctx, { chainId: 1, epoch: 1n, shortOrders })
const countNotified = (uids: readonly string[]) =>
  fixture.ctx.db.notification.count({
    where: { type: 'insufficient_balance', orderUid: { in: [...uids] } },
  })

test('notifies other owners despite a token whose balance cannot be read', async () => {
  await fixture.rpc('anvil_setCode', [hostile, burnsAllGas])
  const [mute, answering] = [await shortOrder({}), await shortOrder({})]
  const order = { ...mute.order, sellToken: hostile }
  await notify([{ ...mute, order }, answering])
  expect(await countNotified([mute.uid])).toBe(0)
  expect(await countNotified([answering.uid])).toBe(1)
  await notify([{ ...mute, order }, answering])
  expect(await countNotified([answering.uid])).toBe(1)
})

test('spreads notifications of many short orders over several calls', async () => {
  const orders: ShortOrder[] = []
  while (orders.length <= maxAtOnce) orders.push(await shortOrder({}))
  const uids = orders.map(({ uid }) => uid)
  await notify(orders)
  expect(await countNotified(uids)).toBe(maxAtOnce)
  await notify(orders)
  expect(await countNotified(uids)).toBe(maxAtOnce + 1)
})

test('notifies once while a shortfall lasts, and again for the next one', {
  tags: ['long-only'],
}, async () => {
  const order = await shortOrder({})
  const round = (input: object) =>
    notifyShortOrders(ctx, { chainId: 1, epoch: 1n, shortOrders: [], ...input })
  await round({ shortOrders: [order] })
  // Rounds that did not look, or that excluded the order, end no episode, however old.
  await round({ shortOrders: undefined })
  await round({})
  await fixture.rpc('anvil_mine', ['0x9c4'])
  restart()
  const blockNumber = await fixture.ctx.chain(1).client.getBlockNumber()
  await round({ shortOrders: [{ ...order, blockNumber }] })
  expect(await countNotified([order.uid])).toBe(1)
  const { number, hash } = await fixture.ctx.chain(1).client.getBlock()
  await round({ paid: { uids: [order.uid], block: { number, hash } } })
  restart()
  await round({ shortOrders: [{ ...order, blockNumber }] })
  expect(await countNotified([order.uid])).toBe(2)
  const notifications = await fixture.ctx.db.notification.findMany({
    where: { orderUid: order.uid },
  })
  expect(notifications.map(({ metadata }) => metadata)).not.toContainEqual(
    expect.objectContaining({ correction: true }),
  )
})

test('checks the least recently checked orders first', async () => {
  await fixture.rpc('anvil_setCode', [hostile, burnsAllGas])
  const mute: ShortOrder[] = []
  while (mute.length < maxAtOnce) {
    const order = await shortOrder({})
    mute.push({ ...order, order: { ...order.order, sellToken: hostile } })
  }
  const last = await shortOrder({})
  await notify([...mute, last])
  wait()
  await notify([...mute, last])
  expect(await countNotified([last.uid])).toBe(1)
})

test('does not notify of an order that ends at the same moment', async () => {
  const order = await shortOrder({})
  let notified: Promise<void> | undefined
  await fixture.ctx.db.$transaction(async (tx) => {
    await lockOrders(tx, [order.uid])
    await tx.order.update({ where: { uid: order.uid }, data: { status: 'expired' } })
    notified = notify([order])
    await new Promise((resolve) => setTimeout(resolve, 500))
  })
  await notified
  expect(await countNotified([order.uid])).toBe(0)
})

test('requires leadership', async () => {
  const order = await shortOrder({})
  await fixture.ctx.db.leader.update({ where: { role: auctionRole(1) }, data: { epoch: 2n } })
  await expect(notify([order])).rejects.toMatchObject({ code: 'Conflict' })
})
