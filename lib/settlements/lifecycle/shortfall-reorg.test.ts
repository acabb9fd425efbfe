import { expect } from 'vitest'
import type { ShortOrder } from '@/lib/auctions/model/auction'
import type { Context } from '@/lib/context'
import type { NotificationMetadata } from '@/lib/core/notification'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { notifyShortOrders } from './notify-short-orders'

let fixture: SolverFixture
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
  restart()
})

/** Resets the in-memory state, as a new process would. */
function restart(): void {
  ctx = { ...fixture.ctx, slots: new Map() }
}

async function placeShort(): Promise<ShortOrder> {
  const order = await fixture.place(1, { sellAmount: 10n ** 30n })
  return {
    uid: order.uid,
    order,
    blockNumber: 0n,
    shortOf: 'balance',
    needed: order.sellAmount,
    available: 0n,
  }
}

/** A round that finds these orders short at the head. */
async function notify(orders: readonly ShortOrder[]): Promise<void> {
  const blockNumber = await ctx.chain(1).client.getBlockNumber({ cacheTime: 0 })
  const shortOrders = orders.map((order) => ({ ...order, blockNumber }))
  restart()
  await notifyShortOrders(ctx, { chainId: 1, epoch: 1n, shortOrders })
}

/** A round that finds the order funded at the head. */
async function pay({ uid }: ShortOrder): Promise<void> {
  const { number, hash } = await ctx.chain(1).client.getBlock()
  const paid = { uids: [uid], block: { number, hash } }
  await notifyShortOrders(ctx, { chainId: 1, epoch: 1n, shortOrders: [], paid })
}

const mine = (blocks: number) => fixture.rpc('anvil_mine', [`0x${blocks.toString(16)}`])
const end = ({ uid }: ShortOrder, status: 'cancelled' | 'open') =>
  ctx.db.order.update({ where: { uid }, data: { status } })
const nothing = async () => {}

/** Runs `work`, indexes its blocks, then replaces them with `blocks` others. */
async function drop(work: () => Promise<unknown>, blocks = 12): Promise<void> {
  const snapshot = await fixture.rpc('evm_snapshot', [])
  await mine(2)
  await work()
  await fixture.index()
  await fixture.rpc('evm_revert', [snapshot])
  await fixture.rpc('evm_increaseTime', ['0x64'])
  await mine(blocks)
}

/** Finds an order short in a block, runs `meanwhile`, then drops the block. */
async function dropBeginning(meanwhile: (order: ShortOrder) => Promise<unknown>) {
  const orders: ShortOrder[] = []
  await drop(async () => {
    const order = await placeShort()
    orders.push(order)
    await notify([order])
    await meanwhile(order)
  })
  return orders[0]!
}

async function notificationsOf({ uid }: ShortOrder) {
  const notifications = await ctx.db.notification.findMany({
    where: { orderUid: uid },
    orderBy: { sequence: 'asc' },
  })
  return notifications.map(({ id, metadata }) => ({
    id,
    ...(metadata as object as NotificationMetadata),
  }))
}
const corrections = async (order: ShortOrder) =>
  (await notificationsOf(order)).map(({ correction }) => correction)

test('keeps a shortfall whose first block is dropped if the order is still short', {
  tags: ['long-only'],
}, async () => {
  const order = await dropBeginning(nothing)
  await notify([order])
  await pay(order)
  await fixture.index()
  await notify([])
  expect(await notificationsOf(order)).toMatchObject([{ orderId: order.uid }])
})

test.each([
  ['paid afterwards', nothing, pay],
  ['paid before and again afterwards', pay, pay],
  ['cancelled afterwards', nothing, (order: ShortOrder) => end(order, 'cancelled')],
  ['cancelled before', (order: ShortOrder) => end(order, 'cancelled'), nothing],
])(
  'retracts a shortfall once if its first block is dropped and the order is %s',
  async (_, before, after) => {
    const order = await dropBeginning(before)
    // The index has not seen it yet.
    await notify([])
    expect(await notificationsOf(order)).toHaveLength(1)
    await fixture.index()
    await notify([])
    await after(order)
    await fixture.index()
    await notify([])
    await notify([])
    const [notifications, ...taken] = await notificationsOf(order)
    expect(taken).toMatchObject([{ correction: true, correctsId: notifications!.id }])
  },
)

const outage = 200

test.each([
  ['paid', (order: ShortOrder) => pay(order)],
  ['cancelled', (order: ShortOrder) => end(order, 'cancelled')],
])(
  'retracts a shortfall once if its order is %s and the index no longer has the dropped block',
  async (_, before) => {
    const orders: ShortOrder[] = []
    await drop(async () => {
      const order = await placeShort()
      orders.push(order)
      await notify([order])
      await before(order)
    }, outage)
    const order = orders[0]!
    await fixture.index()
    // If the block that ended it is dropped, the episode continues until the order is found funded in another one.
    await notify([])
    await pay(order)
    await fixture.index()
    await notify([])
    await notify([])
    expect(await corrections(order)).toEqual([undefined, true])
  },
)

test('finalizes an ended shortfall once the index no longer has its blocks', {
  tags: ['long-only'],
}, async () => {
  const order = await placeShort()
  await notify([order])
  await mine(1)
  await pay(order)
  await mine(outage)
  await fixture.index()
  const isFinal = async () =>
    (await ctx.db.shortEpisode.findFirstOrThrow({ where: { orderUid: order.uid } })).final
  expect(await isFinal()).toBe(false)
  await notify([])
  expect(await isFinal()).toBe(true)
  expect(await corrections(order)).toEqual([undefined])
})

test('opens a new shortfall after a retraction if the order is open again', async () => {
  const order = await dropBeginning((order) => end(order, 'cancelled'))
  await fixture.index()
  await notify([])
  await end(order, 'open')
  await notify([order])
  const notifications = await notificationsOf(order)
  expect(notifications.map(({ correction }) => correction)).toEqual([undefined, true, undefined])
  expect(new Set(notifications.map(({ id }) => id)).size).toBe(3)
})

test.each([
  ['before the index follows the reorg', nothing],
  ['after the index follows the reorg', () => fixture.index()],
])(
  'continues a shortfall whose end is dropped if the order is found short %s',
  async (_, meanwhile) => {
    const order = await placeShort()
    await notify([order])
    await drop(() => pay(order))
    await meanwhile()
    await notify([order])
    await fixture.index()
    await notify([order])
    expect(await corrections(order)).toEqual([undefined])
    // The new chain's end counts, and the next episode is notified.
    await pay(order)
    await mine(1)
    await notify([order])
    expect(await corrections(order)).toEqual([undefined, undefined])
  },
)

test('notifies of the next shortfall if the order is paid on the new chain too', async () => {
  const order = await placeShort()
  await notify([order])
  await drop(() => pay(order))
  await fixture.index()
  await pay(order)
  await mine(1)
  await notify([order])
  expect(await corrections(order)).toEqual([undefined, undefined])
})

test('sends nothing while the new chain is shorter than the block that ended a shortfall', async () => {
  const order = await placeShort()
  await notify([order])
  await drop(() => pay(order), 1)
  await notify([order])
  expect(await corrections(order)).toEqual([undefined])
  await mine(12)
  await fixture.index()
  await notify([order])
  expect(await corrections(order)).toEqual([undefined])
})

test('notifies once if both blocks of a shortfall are dropped and the order is still short', {
  tags: ['long-only'],
}, async () => {
  const order = await dropBeginning(pay)
  await fixture.index()
  await notify([order])
  await notify([order])
  await pay(order)
  await fixture.index()
  await notify([])
  expect(await corrections(order)).toEqual([undefined])
})

test('does not reopen a shortfall followed by a newer one', async () => {
  const order = await placeShort()
  await notify([order])
  await drop(async () => {
    await pay(order)
    await notify([order])
  })
  await fixture.index()
  await notify([order])
  const rows = await ctx.db.shortEpisode.findMany({
    where: { orderUid: order.uid },
    orderBy: { number: 'asc' },
  })
  expect(rows.map(({ endedAt }) => endedAt === null)).toEqual([false, true])
  expect(await corrections(order)).toEqual([undefined, undefined])
})

test('reopens a shortfall without a second notification if its order closed before the ending block is dropped', async () => {
  const order = await placeShort()
  await notify([order])
  await drop(async () => {
    await pay(order)
    await end(order, 'cancelled')
  })
  await fixture.index()
  await notify([])
  await end(order, 'open')
  await notify([order])
  expect(await corrections(order)).toEqual([undefined])
})
