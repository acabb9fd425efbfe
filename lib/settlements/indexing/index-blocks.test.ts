import { concatHex, encodeFunctionData, parseAbi, toHex } from 'viem'
import { expect, test } from 'vitest'
import { settlementAbi } from '@/lib/chain/settlement-abi'
import { multicall3 } from '@/lib/core/multicall3'
import { defaultSettlement } from '@/lib/core/networks'
import { sendTransaction } from '@/lib/devnet/rpc'
import type { NewOrder } from '@/lib/orders/order-record'
import { crossOrders, send, signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import {
  invalidation,
  openIndexDesk,
  presignature,
  testLeadership,
} from '@/lib/testing/chain/index-fixture'
import { indexBlocks } from './index-blocks'

const chainId = 1
const desk = openIndexDesk()

const aggregateAbi = parseAbi([
  'struct Call { address target; bytes callData; }',
  'function aggregate(Call[] calls) payable returns (uint256 blockNumber, bytes[] returnData)',
])

test('a trade becomes fills, status, notifications and deliveries in one go', async () => {
  const orders = await signOppositeOrders(desk.network)
  await desk.place(orders)
  expect(await desk.index()).toBe('at-head')
  const subscription = await desk.db.subscription.create({
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
  const txHash = await send(desk.network, crossOrders(desk.network, { orders, auctionId: 77n }))
  expect(await desk.index()).toBe('at-head')
  expect(await desk.statuses()).toEqual(['fulfilled', 'fulfilled'])
  const filled = await desk.db.order.findUniqueOrThrow({ where: { uid: orders[0].uid } })
  expect(filled.executedSell.toFixed(0)).toBe(String(orders[0].sellAmount))
  expect(filled.executedBuy.toFixed(0)).toBe(String(orders[0].buyAmount))
  const notifications = await desk.told()
  expect(notifications).toMatchObject(
    orders.map(({ uid }) => ({ type: 'order_filled', orderUid: uid, txHash })),
  )
  expect(await desk.db.delivery.findMany()).toMatchObject([
    { subscriptionId: subscription.id, notificationId: notifications[0]?.id },
  ])
  // Nobody put auction 77 up here, so the settlement is not linked to one.
  expect(await desk.db.settlement.findMany()).toMatchObject([{ txHash, auctionId: null }])
})

test('blocks with more events than one transaction should apply are applied in several', async () => {
  expect(await desk.index()).toBe('at-head')
  const [from = '0x'] = desk.network.accounts.map(({ address }) => address)
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
    await sendTransaction(desk.rpc, { from, to: multicall3, data, gas: 16_000_000 })
  }
  expect(await indexBlocks(desk.context(), testLeadership)).toBe('behind')
  expect(await desk.db.presignature.count()).toBe(2_000)
  expect(await desk.index()).toBe('at-head')
  expect(await desk.db.presignature.count()).toBe(2_400)
})

test('a settlement of ours is linked to its auction and counts as mined', async () => {
  const orders = await signOppositeOrders(desk.network)
  await desk.place(orders)
  const auction = await desk.db.auction.create({
    data: {
      chainId,
      blockNumber: 1n,
      blockHash: `0x${'1'.repeat(64)}`,
      deadlineBlock: 10n,
      createdAt: new Date(),
    },
  })
  const txHash = await send(
    desk.network,
    crossOrders(desk.network, { orders, auctionId: auction.id }),
  )
  await desk.db.settlementTransaction.create({
    data: {
      chainId,
      solverAddress: desk.network.solver.address,
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
  await desk.db.order.updateMany({ data: { failedSettlements: 2 } })
  await desk.index()
  expect(await desk.db.settlement.findFirst({ where: { txHash } })).toMatchObject({
    auctionId: auction.id,
  })
  expect(await desk.db.settlementTransaction.findMany()).toMatchObject([{ state: 'mined' }])
  expect(await desk.db.order.count({ where: { failedSettlements: 0 } })).toBe(2)
})

test('parts of an order are told one by one, the last one as order_filled', async () => {
  const orders = await signOppositeOrders(desk.network, { partiallyFillable: true })
  await desk.place(orders)
  await desk.rpc('evm_setAutomine', [false])
  for (const percent of [30n, 20n]) {
    const transaction = crossOrders(desk.network, { orders, percent })
    await desk.rpc('eth_sendTransaction', [{ ...transaction, gas: '0xf4240' }])
  }
  await desk.mine(1)
  await desk.rpc('evm_setAutomine', [true])
  await desk.index()
  expect(await desk.statuses()).toEqual(['open', 'open'])
  await send(desk.network, crossOrders(desk.network, { orders, percent: 50n }))
  await desk.index()
  expect(await desk.statuses()).toEqual(['fulfilled', 'fulfilled'])
  const types = (await desk.told()).filter(({ orderUid }) => orderUid === orders[0].uid)
  expect(types.map(({ type }) => type)).toEqual([
    'order_partially_filled',
    'order_partially_filled',
    'order_filled',
  ])
  const rows = await desk.db.notification.findMany({
    where: { orderUid: orders[0].uid },
    orderBy: { sequence: 'asc' },
  })
  expect(rows.map(({ message }) => /\d+ % of it/.exec(message)?.[0])).toEqual([
    '30 % of it',
    '50 % of it',
    undefined,
  ])
})

test('an invalidation cancels for good, once, and names who sent it', async () => {
  const [order] = await signOppositeOrders(desk.network)
  await desk.place([order])
  await send(desk.network, invalidation(order))
  await send(desk.network, invalidation(order))
  await desk.index()
  expect(await desk.db.order.findMany()).toMatchObject([
    { status: 'cancelled', invalidated: true, onchainUser: order.owner },
  ])
  expect(await desk.told()).toMatchObject([
    { type: 'order_cancelled', reason: 'onchain_cancellation', orderUid: order.uid },
  ])
})

test('the newest presignature tells whether an order is signed', async () => {
  const [signed] = await signOppositeOrders(desk.network)
  const order: NewOrder = { ...signed, signingScheme: 'presign', signature: '0x' }
  await desk.place([order])
  const isSigned = async () => {
    await desk.index()
    return (await desk.db.order.findUniqueOrThrow({ where: { uid: order.uid } })).signed
  }
  expect(await isSigned()).toBe(false)
  await send(desk.network, presignature(order, true))
  expect(await isSigned()).toBe(true)
  await send(desk.network, presignature(order, false))
  expect(await isSigned()).toBe(false)
})

test('the same range three times changes nothing', async () => {
  const orders = await signOppositeOrders(desk.network)
  await desk.place(orders)
  await send(desk.network, crossOrders(desk.network, { orders }))
  await desk.index()
  const rows = await desk.rows()
  const notifications = await desk.told()
  for (let round = 0; round < 2; round++) {
    await desk.db.indexedBlock.deleteMany()
    await desk.db.cursor.deleteMany()
    await desk.index()
    expect(await desk.rows()).toEqual(rows)
    expect(await desk.told()).toEqual(notifications)
  }
})

test('an older epoch writes nothing', async () => {
  await desk.index()
  await desk.mine(1)
  await desk.db.leader.update({ where: { role: `indexer/${chainId}` }, data: { epoch: 2n } })
  const before = await desk.rows()
  await expect(desk.index()).rejects.toMatchObject({ code: 'Conflict' })
  expect(await desk.rows()).toEqual(before)
})
