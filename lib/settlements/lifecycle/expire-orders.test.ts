import { beforeEach, expect } from 'vitest'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { crossOrders, send, signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { insertOrder } from '@/lib/testing/orders/insert-order'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { testOrder } from '@/lib/testing/test-order'
import { repeat } from '@/lib/testing/until'
import { expireOrders } from './expire-orders'

const leadership = { chainId: 1, epoch: 1n }
let network: TestNetwork
let rpc: Rpc
let database: TestDatabase

test.beforeAll(async ({ network: mainnet, database: empty }) => {
  network = mainnet
  rpc = createRpc(network.rpcUrl)
  database = empty
  await database.db.leader.create({ data: { role: 'indexer/1', epoch: 1n } })
})
beforeEach(async () => {
  await database.db.notification.deleteMany()
  await database.db.trade.deleteMany()
  await database.db.order.deleteMany()
})

const context = () =>
  createTestContext({
    db: database.db,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    environment: { EMBEDDED_CHAIN_IDS: '1' },
  })
const index = async () => {
  await repeat(
    () => indexBlocks(context(), leadership),
    (state) => state !== 'behind',
  )
}
const expire = () => expireOrders(context(), leadership)
const place = (order: Parameters<typeof insertOrder>[1]) => insertOrder(database.db, order)
const statusOf = async (uid: string) =>
  (await database.db.order.findUniqueOrThrow({ where: { uid } })).status
const notifications = () => database.db.notification.findMany({ orderBy: { sequence: 'asc' } })
const clockSeconds = () => Math.floor(Date.now() / 1000)

async function clockPast(seconds: number): Promise<void> {
  while (clockSeconds() <= seconds) await new Promise((resolve) => setTimeout(resolve, 100))
}

async function chainSeconds(): Promise<number> {
  const block = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: string }
  return Number(block.timestamp)
}

test('expires an order past its validity once, with one notification', async () => {
  await rpc('anvil_mine', ['0x1'])
  await index()
  const past = testOrder({ validTo: (await chainSeconds()) - 10 })
  const future = testOrder({ validTo: clockSeconds() + 1_000 })
  await place(past)
  await place(future)
  expect(await expire()).toBe(1)
  expect(await expire()).toBe(0)
  expect(await statusOf(past.uid)).toBe('expired')
  expect(await statusOf(future.uid)).toBe('open')
  expect(await notifications()).toMatchObject([
    { type: 'order_expired', orderUid: past.uid, metadata: { executedAmount: '0' } },
  ])
})

test('expires orders on an embedded chain without new blocks', {
  tags: ['long-only'],
}, async () => {
  await rpc('anvil_mine', ['0x1'])
  await index()
  const order = testOrder({ validTo: (await chainSeconds()) + 1 })
  const future = testOrder({ validTo: clockSeconds() + 1_000 })
  await place(order)
  await place(future)
  await clockPast(order.validTo + 2)
  expect(await expire()).toBe(1)
  expect(await statusOf(future.uid)).toBe('open')
})

test('expires all orders that end together, even more than one batch holds', async () => {
  await index()
  const validTo = (await chainSeconds()) - 5
  for (let i = 0; i < 450; i++) await place(testOrder({ validTo }))
  expect(await expire()).toBe(450)
  expect(await database.db.order.count({ where: { status: 'expired' } })).toBe(450)
  expect(await database.db.notification.count({ where: { type: 'order_expired' } })).toBe(450)
})

test('expires an order that was never signed on chain, without a notification', async () => {
  await index()
  const validTo = (await chainSeconds()) - 5
  const order = testOrder({ validTo, signingScheme: 'presign', signature: '0x' })
  await place(order)
  expect(await expire()).toBe(1)
  expect(await statusOf(order.uid)).toBe('expired')
  expect(await notifications()).toEqual([])
})

test('records a fill in the last block before expiry, even if expiry runs first', async () => {
  const orders = await crossInTime()
  await rpc('evm_increaseTime', [60])
  await rpc('anvil_mine', ['0x1'])
  await clockPast(orders[0].validTo)
  expect(await expire()).toBe(0)
  await index()
  await expire()
  for (const { uid } of orders) expect(await statusOf(uid)).toBe('fulfilled')
  expect((await notifications()).map(({ type }) => type)).toEqual(['order_filled', 'order_filled'])
})

/** Crosses two orders with the shortest validity that this machine can settle. */
async function crossInTime() {
  for (let seconds = 3; seconds < 200; seconds *= 2) {
    const orders = await signOppositeOrders(network, { validTo: clockSeconds() + seconds })
    for (const order of orders) await place(order)
    await index()
    const isCrossed = await send(network, crossOrders(network, { orders })).catch(() => false)
    if (isCrossed) return orders
    await database.db.order.deleteMany()
  }
  throw new Error('no orders were settled within three minutes')
}

test('does not expire an order early if the chain is ahead of the clock', async () => {
  await rpc('evm_increaseTime', [10_000])
  await rpc('anvil_mine', ['0x1'])
  await index()
  const order = testOrder({ validTo: clockSeconds() + 100 })
  await place(order)
  expect(await expire()).toBe(0)
  expect(await statusOf(order.uid)).toBe('open')
})

test('expires nothing under an older epoch', async () => {
  await index()
  const order = testOrder({ validTo: clockSeconds() - 5 })
  await place(order)
  await expect(expireOrders(context(), { chainId: 1, epoch: 0n })).rejects.toMatchObject({
    code: 'Conflict',
  })
  expect(await statusOf(order.uid)).toBe('open')
})
