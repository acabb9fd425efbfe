import { parseEther } from 'viem'
import { expect } from 'vitest'
import { nativeOrdersContract } from '@/lib/core/networks'
import { maxUint32 } from '@/lib/core/time'
import { listAccountOrders } from '@/lib/orders/queries/list-orders'
import { viewOrder } from '@/lib/orders/queries/order-view'
import { indexBlocks } from '@/lib/settlements/indexing/index-blocks'
import { expireOrders } from '@/lib/settlements/lifecycle/expire-orders'
import { send } from '@/lib/testing/auctions/test-settlement'
import { someOf } from '@/lib/testing/cases'
import { type IndexFixture, testLeadership } from '@/lib/testing/chain/index-fixture'
import { type NativeTestOrder, nativeOrder } from '@/lib/testing/chain/native-orders'
import { test } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'

let fixture: IndexFixture

test.beforeEach(({ indexer }) => {
  fixture = indexer
})

/** Unix seconds of the newest block, or of the next one. */
async function chainTime(block: 'latest' | 'pending'): Promise<number> {
  const { timestamp } = (await fixture.rpc('eth_getBlockByNumber', [block, false])) as {
    timestamp: string
  }
  return Number(timestamp)
}

/** An order of the first account that expires in ten minutes, or as given. */
async function makeOrder(change: Partial<Parameters<typeof nativeOrder>[0]> = {}) {
  const { accounts, tokens } = fixture.network
  return nativeOrder({
    sender: accounts[0]?.address ?? '0x',
    buyToken: tokens.USDC ?? '0x',
    validTo: (await chainTime('pending')) + 600,
    ...change,
  })
}

async function place(order: NativeTestOrder): Promise<void> {
  await send(fixture.network, order.placement)
  await fixture.index()
}

async function view(uid: string) {
  const account = fixture.network.accounts[0]?.address ?? '0x'
  const page = { offset: 0, limit: 10 }
  const listed = await listAccountOrders(fixture.context(), { chainId: 1, owner: account, page })
  const details = listed.find(({ order }) => order.uid === uid)
  return details && viewOrder(details)
}

const balance = async (account: string) =>
  BigInt((await fixture.rpc('eth_getBalance', [account, 'latest'])) as string)

test('indexes an order placed on chain with all fields of the public API', async () => {
  const validTo = (await chainTime('pending')) + 600
  const order = await makeOrder({ validTo })
  await place(order)
  const sender = fixture.network.accounts[0]?.address
  const shown = await view(order.uid)
  expect(shown).toMatchObject({
    status: 'open',
    owner: nativeOrdersContract,
    receiver: sender,
    validTo: maxUint32,
    signingScheme: 'eip1271',
    signature: nativeOrdersContract,
    onchainUser: sender,
    onchainOrderData: { sender, placementError: null },
    ethflowData: { userValidTo: validTo, refundTxHash: null, isRefunded: false },
    interactions: { pre: [{ target: nativeOrdersContract, callData: '0x4c84c1c8' }], post: [] },
  })
  expect(shown?.creationDate).toEqual(new Date((await chainTime('latest')) * 1000))
  expect(shown).not.toHaveProperty('presignaturePending')
})

test('a rejected order shows the reason, and its sender can cancel it', async () => {
  const order = await makeOrder({ appData: `0x${'77'.repeat(32)}` })
  await place(order)
  expect(await view(order.uid)).toMatchObject({
    onchainOrderData: { placementError: 'invalidOrderData' },
  })
  await send(fixture.network, order.invalidation)
  await fixture.index()
  expect(await view(order.uid)).toMatchObject({ status: 'cancelled', invalidated: true })
})

test('a sender cancels an order through the contract, and gets a notification and a refund', async () => {
  const order = await makeOrder({ sellAmount: parseEther('3') })
  await place(order)
  const before = await balance(order.order.receiver)
  const txHash = await send(fixture.network, order.invalidation)
  await fixture.index()
  expect((await balance(order.order.receiver)) - before).toBeGreaterThan(parseEther('2.99'))
  expect(await view(order.uid)).toMatchObject({
    status: 'cancelled',
    invalidated: true,
    onchainUser: order.order.receiver,
    ethflowData: { refundTxHash: txHash, isRefunded: true },
  })
  const notifications = await fixture.db.notification.findMany()
  expect(notifications).toMatchObject([
    {
      type: 'order_cancelled',
      account: order.order.receiver,
      metadata: { reason: 'onchain_cancellation', txHash },
    },
  ])
})

test('an order expires at its sender’s validTo; anyone may then refund it, which does not cancel it', async () => {
  const order = await makeOrder()
  await place(order)
  await fixture.rpc('evm_increaseTime', [700])
  await fixture.mine(1)
  await fixture.index()
  const ctx = fixture.context()
  // The database's clock must have passed the expiry, too.
  await fixture.db.$executeRaw`UPDATE orders SET true_valid_to = true_valid_to - 1000`
  await expireOrders(ctx, testLeadership)
  const anyone = fixture.network.accounts[1]?.address ?? '0x'
  const txHash = await send(fixture.network, { ...order.invalidation, from: anyone })
  await fixture.index()
  expect(await view(order.uid)).toMatchObject({
    status: 'expired',
    invalidated: false,
    ethflowData: { refundTxHash: txHash, isRefunded: true },
  })
  const notifications = await fixture.db.notification.findMany()
  expect(notifications).toMatchObject([{ type: 'order_expired', account: order.order.receiver }])
})

test('ignores placements by contracts that are not configured', async () => {
  const ctx = fixture.context()
  const config = { ...ctx.config, onchainOrderContracts: new Map() }
  await send(fixture.network, (await makeOrder()).placement)
  await repeat(
    () => indexBlocks({ ...ctx, config }, testLeadership),
    (state) => state !== 'behind',
  )
  expect(await fixture.db.order.count()).toBe(0)
  expect(await fixture.db.orderPlacement.count()).toBe(0)
})

test.each(someOf([63, 1, 5]))(
  'rolls back a placement in a reorg of depth %i',
  { tags: ['long'] },
  async (depth) => {
    const order = await makeOrder({ validTo: maxUint32 - 1 })
    await send(fixture.network, order.placement)
    await fixture.mine(depth - 1)
    await fixture.index()
    await fixture.reorganise(depth)
    expect(await fixture.index()).toBe('at-head')
    expect(await fixture.db.orderPlacement.count()).toBe(0)
    expect(await view(order.uid)).toMatchObject({ status: 'open', presignaturePending: true })
    await place(order)
    expect(await fixture.rows()).toEqual(await fixture.freshRows([]))
    expect(await view(order.uid)).not.toHaveProperty('presignaturePending')
  },
)

test.each(someOf([63, 5]))(
  'moves a placement and a cancellation in a reorg of depth %i',
  { tags: ['long'] },
  async (depth) => {
    const order = await makeOrder()
    await send(fixture.network, order.placement)
    await send(fixture.network, order.invalidation)
    await fixture.mine(depth - 2)
    await fixture.index()
    await fixture.reorganise(depth, [
      [order.placement, 0],
      [order.invalidation, 1],
    ])
    await fixture.index()
    const rows = await fixture.rows()
    expect(rows).toEqual(await fixture.freshRows([]))
    expect([rows.placements.length, rows.refunds.length, rows.invalidations.length]).toEqual([
      1, 1, 1,
    ])
    expect(await fixture.statuses()).toEqual(['cancelled'])
  },
)
