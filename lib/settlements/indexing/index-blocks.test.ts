import { concatHex, encodeFunctionData, parseAbi, toHex } from 'viem'
import { expect } from 'vitest'
import { settlementAbi } from '@/lib/chain/contract-abis'
import { multicall3 } from '@/lib/core/multicall3'
import { defaultSettlement } from '@/lib/core/networks'
import { sendTransaction } from '@/lib/devnet/rpc'
import type { NewOrder } from '@/lib/orders/order-record'
import { crossOrders, send, signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import {
  type IndexFixture,
  invalidation,
  presignature,
  testLeadership,
} from '@/lib/testing/chain/index-fixture'
import { test } from '@/lib/testing/test'
import { indexBlocks } from './index-blocks'

const chainId = 1
let fixture: IndexFixture

test.beforeEach(({ indexer }) => {
  fixture = indexer
})

const aggregateAbi = parseAbi([
  'struct Call { address target; bytes callData; }',
  'function aggregate(Call[] calls) payable returns (uint256 blockNumber, bytes[] returnData)',
])

test('turns a trade into fills, statuses, notifications and deliveries in one step', async () => {
  const orders = await signOppositeOrders(fixture.network)
  await fixture.place(orders)
  expect(await fixture.index()).toBe('at-head')
  const subscription = await fixture.db.subscription.create({
    data: {
      account: orders[0].owner,
      channel: 'webhook',
      label: 'receiver.example',
      targetKey: 'receiver',
      target: 'sealed',
      types: ['order_filled'],
      confirmed: true,
    },
  })
  const txHash = await send(
    fixture.network,
    crossOrders(fixture.network, { orders, auctionId: 77n }),
  )
  expect(await fixture.index()).toBe('at-head')
  expect(await fixture.statuses()).toEqual(['fulfilled', 'fulfilled'])
  const filled = await fixture.db.order.findUniqueOrThrow({ where: { uid: orders[0].uid } })
  expect(filled.executedSell.toFixed(0)).toBe(String(orders[0].sellAmount))
  expect(filled.executedBuy.toFixed(0)).toBe(String(orders[0].buyAmount))
  const notifications = await fixture.notified()
  expect(notifications).toMatchObject(
    orders.map(({ uid }) => ({ type: 'order_filled', orderUid: uid, txHash })),
  )
  expect(await fixture.db.delivery.findMany()).toMatchObject([
    { subscriptionId: subscription.id, notificationId: notifications[0]?.id },
  ])
  // Auction 77 does not exist here, so the settlement is not linked to one.
  expect(await fixture.db.settlement.findMany()).toMatchObject([{ txHash, auctionId: null }])
})

test('splits blocks with many events over several transactions', async () => {
  expect(await fixture.index()).toBe('at-head')
  const [from = '0x'] = fixture.network.accounts.map(({ address }) => address)
  const callData = (index: number) =>
    encodeFunctionData({
      abi: settlementAbi,
      functionName: 'setPreSignature',
      args: [concatHex([toHex(index, { size: 32 }), multicall3, toHex(0, { size: 4 })]), true],
    })
  for (let block = 0; block < 6; block++) {
    const calls = Array.from({ length: 400 }, (_, index) => ({
      target: defaultSettlement,
      callData: callData(400 * block + index),
    }))
    const data = encodeFunctionData({ abi: aggregateAbi, args: [calls] })
    await sendTransaction(fixture.rpc, { from, to: multicall3, data, gas: 16_000_000 })
  }
  expect(await indexBlocks(fixture.context(), testLeadership)).toBe('behind')
  expect(await fixture.db.presignature.count()).toBe(2_000)
  expect(await fixture.index()).toBe('at-head')
  expect(await fixture.db.presignature.count()).toBe(2_400)
})

test('links a settlement of this service to its auction, and marks it as mined', async () => {
  const orders = await signOppositeOrders(fixture.network)
  await fixture.place(orders)
  const auction = await fixture.db.auction.create({
    data: {
      chainId,
      blockNumber: 1n,
      blockHash: `0x${'1'.repeat(64)}`,
      deadlineBlock: 10n,
      createdAt: new Date(),
    },
  })
  const txHash = await send(
    fixture.network,
    crossOrders(fixture.network, { orders, auctionId: auction.id }),
  )
  await fixture.db.settlementTransaction.create({
    data: {
      chainId,
      solverAddress: fixture.network.solver.address,
      nonce: 1n,
      txHash,
      rawTransaction: '0x00',
      state: 'sent',
      epoch: 1n,
      orderUids: orders.map(({ uid }) => uid),
      deadlineBlock: 10n,
      createdAt: new Date(),
    },
  })
  await fixture.db.order.updateMany({
    data: { failedSettlements: 3, frozenUntil: new Date(4_000_000_000_000) },
  })
  await fixture.index()
  expect(await fixture.db.settlement.findFirst({ where: { txHash } })).toMatchObject({
    auctionId: auction.id,
  })
  expect(await fixture.db.settlementTransaction.findMany()).toMatchObject([{ state: 'mined' }])
  expect(await fixture.db.order.count({ where: { failedSettlements: 0, frozenUntil: null } })).toBe(
    2,
  )
})

test('notifies of each partial fill, and of the last one as order_filled', async () => {
  const orders = await signOppositeOrders(fixture.network, { partiallyFillable: true })
  await fixture.place(orders)
  await fixture.rpc('evm_setAutomine', [false])
  for (const percent of [30n, 20n]) {
    const transaction = crossOrders(fixture.network, { orders, percent })
    await fixture.rpc('eth_sendTransaction', [{ ...transaction, gas: '0xf4240' }])
  }
  await fixture.mine(1)
  await fixture.rpc('evm_setAutomine', [true])
  await fixture.index()
  expect(await fixture.statuses()).toEqual(['open', 'open'])
  await send(fixture.network, crossOrders(fixture.network, { orders, percent: 50n }))
  await fixture.index()
  expect(await fixture.statuses()).toEqual(['fulfilled', 'fulfilled'])
  const types = (await fixture.notified()).filter(({ orderUid }) => orderUid === orders[0].uid)
  expect(types.map(({ type }) => type)).toEqual([
    'order_partially_filled',
    'order_partially_filled',
    'order_filled',
  ])
  const rows = await fixture.db.notification.findMany({
    where: { orderUid: orders[0].uid },
    orderBy: { sequence: 'asc' },
  })
  expect(rows.map(({ message }) => /\d+% of it/.exec(message)?.[0])).toEqual([
    '30% of it',
    '50% of it',
    undefined,
  ])
})

test('an invalidation cancels an order for good, once, and names its sender', async () => {
  const [order] = await signOppositeOrders(fixture.network)
  await fixture.place([order])
  await send(fixture.network, invalidation(order))
  await send(fixture.network, invalidation(order))
  await fixture.index()
  expect(await fixture.db.order.findMany()).toMatchObject([
    { status: 'cancelled', invalidated: true, onchainUser: order.owner },
  ])
  expect(await fixture.notified()).toMatchObject([
    { type: 'order_cancelled', reason: 'onchain_cancellation', orderUid: order.uid },
  ])
})

test('the newest presignature decides whether an order is signed', async () => {
  const [signed] = await signOppositeOrders(fixture.network)
  const order: NewOrder = { ...signed, signingScheme: 'presign', signature: '0x' }
  await fixture.place([order])
  const isSigned = async () => {
    await fixture.index()
    return (await fixture.db.order.findUniqueOrThrow({ where: { uid: order.uid } })).signed
  }
  expect(await isSigned()).toBe(false)
  await send(fixture.network, presignature(order, true))
  expect(await isSigned()).toBe(true)
  await send(fixture.network, presignature(order, false))
  expect(await isSigned()).toBe(false)
})

test('indexing the same range again changes nothing', async () => {
  const orders = await signOppositeOrders(fixture.network)
  await fixture.place(orders)
  await send(fixture.network, crossOrders(fixture.network, { orders }))
  await fixture.index()
  const rows = await fixture.rows()
  const notifications = await fixture.notified()
  for (let round = 0; round < 2; round++) {
    await fixture.db.indexedBlock.deleteMany()
    await fixture.db.cursor.deleteMany()
    await fixture.index()
    expect(await fixture.rows()).toEqual(rows)
    expect(await fixture.notified()).toEqual(notifications)
  }
})

test('an older epoch writes nothing', async () => {
  await fixture.index()
  await fixture.mine(1)
  await fixture.db.leader.update({ where: { role: `indexer/${chainId}` }, data: { epoch: 2n } })
  const before = await fixture.rows()
  await expect(fixture.index()).rejects.toMatchObject({ code: 'Conflict' })
  expect(await fixture.rows()).toEqual(before)
})
