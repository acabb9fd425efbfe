import { encodeFunctionData } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { settlementAbi } from '@/lib/chain/settlement-abi'
import type { Address } from '@/lib/core/address'
import { defaultSettlement } from '@/lib/core/networks'
import { createRpc, type Rpc } from '@/lib/devnet/rpc'
import { insertOrder, type NewOrder } from '@/lib/orders/order-store'
import { createTestContext } from '@/lib/testing/test-context'
import { createTestDatabase, type TestDatabase } from '@/lib/testing/test-database'
import { startTestNetwork, type TestNetwork } from '@/lib/testing/test-network'
import {
  crossOrders,
  send,
  signOppositeOrders,
  type TestTransaction,
} from '@/lib/testing/test-settlement'
import { type IndexState, indexBlocks } from './index-blocks'

const chainId = 1
const epoch = 1n
let network: TestNetwork
let rpc: Rpc
let database: TestDatabase
const opened: TestDatabase[] = []

beforeAll(async () => {
  network = await startTestNetwork({ chainId })
  rpc = createRpc(network.rpcUrl)
})
afterAll(() => network.stop())

let untouched: unknown

beforeEach(async () => {
  untouched = await rpc('evm_snapshot', [])
  database = await openDatabase()
})
afterEach(async () => {
  await rpc('evm_revert', [untouched])
  for (const { drop } of opened.splice(0)) await drop()
})

async function openDatabase(): Promise<TestDatabase> {
  const created = await createTestDatabase()
  opened.push(created)
  await created.db.leader.create({ data: { role: `indexer/${chainId}`, epoch } })
  return created
}

const contextOf = ({ db }: TestDatabase) =>
  createTestContext({ db, rpcUrls: new Map([[chainId, network.rpcUrl]]) })

async function index(into = database): Promise<IndexState> {
  const ctx = contextOf(into)
  for (;;) {
    const state = await indexBlocks(ctx, { chainId, epoch })
    if (state !== 'behind') return state
  }
}

async function place(orders: readonly NewOrder[], into = database): Promise<void> {
  for (const order of orders) await insertOrder(into.db, order)
}

/** Everything that follows from the chain alone. */
async function rowsOf({ db }: TestDatabase) {
  const byPlace = [{ blockNumber: 'asc' }, { logIndex: 'asc' }] as const
  const orderBy = [...byPlace]
  return {
    trades: await db.trade.findMany({ orderBy }),
    settlements: await db.settlement.findMany({ orderBy }),
    invalidations: await db.orderInvalidation.findMany({ orderBy }),
    presignatures: await db.presignature.findMany({ orderBy }),
    orders: await db.order.findMany({ orderBy: { uid: 'asc' }, omit: { createdAt: true } }),
    cursor: await db.cursor.findMany({ where: { name: 'indexer' } }),
    // A fresh index reads what is final in ranges, so it remembers fewer of the lower blocks.
    blocks: await db.indexedBlock.findMany({ orderBy: { number: 'desc' }, take: 50 }),
  }
}

/** What a fresh index of the same orders gives. */
async function freshRows(orders: readonly NewOrder[]) {
  const fresh = await openDatabase()
  await place(orders, fresh)
  await index(fresh)
  return rowsOf(fresh)
}

async function told(into = database) {
  const rows = await into.db.notification.findMany({ orderBy: { sequence: 'asc' } })
  return rows.map(({ id, type, orderUid, metadata }) => ({
    id,
    type,
    orderUid,
    ...(metadata as { txHash?: string; correction?: true; correctsId?: string }),
  }))
}

const statuses = async () =>
  (await database.db.order.findMany({ orderBy: { createdAt: 'asc' } })).map(({ status }) => status)

const mine = (blocks: number) => rpc('anvil_mine', [`0x${blocks.toString(16)}`])

/** Replaces the newest `depth` blocks by as many, which hold these transactions, by offset. */
const reorganise = (depth: number, transactions: readonly [TestTransaction, number][] = []) =>
  rpc('anvil_reorg', [
    depth,
    transactions.map(([transaction, offset]) => [{ ...transaction, gas: '0xf4240' }, offset]),
  ])

function call(from: Address, data: `0x${string}`): TestTransaction {
  return { from, to: defaultSettlement, data }
}

const invalidation = ({ owner, uid }: NewOrder) =>
  call(
    owner,
    encodeFunctionData({ abi: settlementAbi, functionName: 'invalidateOrder', args: [uid] }),
  )

const presignature = ({ owner, uid }: NewOrder, signed: boolean) =>
  call(
    owner,
    encodeFunctionData({
      abi: settlementAbi,
      functionName: 'setPreSignature',
      args: [uid, signed],
    }),
  )

test('a trade becomes fills, status, notifications and deliveries in one go', async () => {
  const orders = await signOppositeOrders(network)
  await place(orders)
  expect(await index()).toBe('at-head')
  const subscription = await database.db.subscription.create({
    data: {
      account: orders[0].owner,
      channel: 'webhook',
      target: 'https://receiver.example',
      types: ['order_filled'],
      confirmed: true,
    },
  })
  const txHash = await send(network, crossOrders(network, { orders, auctionId: 77n }))
  expect(await index()).toBe('at-head')
  expect(await statuses()).toEqual(['fulfilled', 'fulfilled'])
  const filled = await database.db.order.findUniqueOrThrow({ where: { uid: orders[0].uid } })
  expect(filled.executedSell.toFixed(0)).toBe(String(orders[0].sellAmount))
  expect(filled.executedBuy.toFixed(0)).toBe(String(orders[0].buyAmount))
  const notifications = await told()
  expect(notifications).toMatchObject(
    orders.map(({ uid }) => ({ type: 'order_filled', orderUid: uid, txHash })),
  )
  expect(await database.db.delivery.findMany()).toMatchObject([
    { subscriptionId: subscription.id, notificationId: notifications[0]?.id },
  ])
  // Nobody put auction 77 up here, so the settlement is not linked to one.
  expect(await database.db.settlement.findMany()).toMatchObject([{ txHash, auctionId: null }])
})

test('a settlement of ours is linked to its auction and counts as mined', async () => {
  const orders = await signOppositeOrders(network)
  await place(orders)
  const auction = await database.db.auction.create({
    data: {
      chainId,
      blockNumber: 1n,
      blockHash: `0x${'1'.repeat(64)}`,
      deadlineBlock: 10n,
      input: {},
      createdAt: new Date(),
    },
  })
  const solution = await database.db.solution.create({
    data: {
      auctionId: auction.id,
      solver: 'route',
      solverAddress: network.solver.address,
      score: 1,
      ranking: 1,
      isWinner: true,
      filteredOut: false,
      clearingPrices: {},
      orders: [],
      gas: 1n,
    },
  })
  const txHash = await send(network, crossOrders(network, { orders, auctionId: auction.id }))
  await database.db.settlementTransaction.create({
    data: {
      chainId,
      solutionId: solution.id,
      solverAddress: network.solver.address,
      nonce: 1n,
      txHash,
      rawTransaction: '0x00',
      state: 'sent',
      epoch,
      orderUids: orders.map(({ uid }) => uid),
      deadlineBlock: 10n,
      createdAt: new Date(),
    },
  })
  await database.db.order.updateMany({ data: { failedSettlements: 2 } })
  await index()
  expect(await database.db.settlement.findFirst({ where: { txHash } })).toMatchObject({
    auctionId: auction.id,
  })
  expect(await database.db.settlementTransaction.findMany()).toMatchObject([{ state: 'mined' }])
  expect(await database.db.order.count({ where: { failedSettlements: 0 } })).toBe(2)
})

test('parts of an order are told one by one, the last one as order_filled', async () => {
  const orders = await signOppositeOrders(network, { partiallyFillable: true })
  await place(orders)
  await rpc('evm_setAutomine', [false])
  for (const percent of [30n, 20n]) {
    const transaction = crossOrders(network, { orders, percent })
    await rpc('eth_sendTransaction', [{ ...transaction, gas: '0xf4240' }])
  }
  await mine(1)
  await rpc('evm_setAutomine', [true])
  await index()
  expect(await statuses()).toEqual(['open', 'open'])
  await send(network, crossOrders(network, { orders, percent: 50n }))
  await index()
  expect(await statuses()).toEqual(['fulfilled', 'fulfilled'])
  const types = (await told()).filter(({ orderUid }) => orderUid === orders[0].uid)
  expect(types.map(({ type }) => type)).toEqual([
    'order_partially_filled',
    'order_partially_filled',
    'order_filled',
  ])
  const rows = await database.db.notification.findMany({
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
  const [order] = await signOppositeOrders(network)
  await place([order])
  await send(network, invalidation(order))
  await send(network, invalidation(order))
  await index()
  expect(await database.db.order.findMany()).toMatchObject([
    { status: 'cancelled', invalidated: true, onchainUser: order.owner },
  ])
  expect(await told()).toMatchObject([
    { type: 'order_cancelled', reason: 'onchain_cancellation', orderUid: order.uid },
  ])
})

test('the newest presignature tells whether an order is signed', async () => {
  const [signed] = await signOppositeOrders(network)
  const order: NewOrder = { ...signed, signingScheme: 'presign', signature: '0x' }
  await place([order])
  const isSigned = async () => {
    await index()
    return (await database.db.order.findUniqueOrThrow({ where: { uid: order.uid } })).signed
  }
  expect(await isSigned()).toBe(false)
  await send(network, presignature(order, true))
  expect(await isSigned()).toBe(true)
  await send(network, presignature(order, false))
  expect(await isSigned()).toBe(false)
})

test('the same range three times changes nothing', async () => {
  const orders = await signOppositeOrders(network)
  await place(orders)
  await send(network, crossOrders(network, { orders }))
  await index()
  const rows = await rowsOf(database)
  const notifications = await told()
  for (let round = 0; round < 2; round++) {
    await database.db.indexedBlock.deleteMany()
    await database.db.cursor.deleteMany()
    await index()
    expect(await rowsOf(database)).toEqual(rows)
    expect(await told()).toEqual(notifications)
  }
})

test.each([1, 5, 63])('a reorganisation of depth %i that removes a trade', async (depth) => {
  const orders = await signOppositeOrders(network)
  await place(orders)
  await mine(70)
  await send(network, crossOrders(network, { orders }))
  await mine(depth - 1)
  await index()
  expect(await statuses()).toEqual(['fulfilled', 'fulfilled'])
  await reorganise(depth)
  expect(await index()).toBe('at-head')
  expect(await rowsOf(database)).toEqual(await freshRows(orders))
  expect(await statuses()).toEqual(['open', 'open'])
  const [first, second, ...corrections] = await told()
  expect(corrections).toMatchObject([
    { type: 'order_filled', correction: true, correctsId: first?.id },
    { type: 'order_filled', correction: true, correctsId: second?.id },
  ])
})

test.each([5, 63])('a reorganisation of depth %i that moves a trade', async (depth) => {
  const orders = await signOppositeOrders(network)
  await place(orders)
  const settlement = crossOrders(network, { orders })
  const txHash = await send(network, settlement)
  await mine(depth - 1)
  await index()
  await reorganise(depth, [[settlement, depth - 2]])
  await index()
  const rows = await rowsOf(database)
  expect(rows).toEqual(await freshRows(orders))
  expect(rows.trades).toHaveLength(2)
  expect(await statuses()).toEqual(['fulfilled', 'fulfilled'])
  const types = (await told()).map(({ type, correction = false }) => `${type} ${correction}`)
  expect(types).toEqual([
    'order_filled false',
    'order_filled false',
    'order_filled true',
    'order_filled true',
    'order_filled false',
    'order_filled false',
  ])
  expect(txHash).toMatch(/^0x/)
})

test.each([5, 63])('a reorganisation of depth %i that reorders two trades', async (depth) => {
  const one = await signOppositeOrders(network)
  const other = await signOppositeOrders(network)
  await place([...one, ...other])
  const settlements = [one, other].map((orders) => crossOrders(network, { orders }))
  for (const settlement of settlements) await send(network, settlement)
  await mine(depth - 2)
  await index()
  const [first, second] = settlements as [TestTransaction, TestTransaction]
  await reorganise(depth, [
    [second, 0],
    [first, 1],
  ])
  await index()
  const rows = await rowsOf(database)
  expect(rows).toEqual(await freshRows([...one, ...other]))
  expect(rows.trades.map(({ orderUid }) => orderUid)).toEqual(
    [...other, ...one].map(({ uid }) => uid),
  )
  expect(await statuses()).toEqual(Array(4).fill('fulfilled'))
  const corrected = (await told()).filter(({ correction }) => correction)
  expect(corrected).toHaveLength(4)
})

test('a reorganisation takes a cancellation back and tells so', async () => {
  const [order] = await signOppositeOrders(network)
  await place([order])
  await send(network, invalidation(order))
  await index()
  await reorganise(1)
  await index()
  expect(await statuses()).toEqual(['open'])
  expect(await told()).toMatchObject([
    { type: 'order_cancelled' },
    { type: 'order_cancelled', correction: true },
  ])
})

test('a chain that came back some blocks behind is followed, once it is not just a node that lags', async () => {
  const orders = await signOppositeOrders(network)
  await place(orders)
  const snapshot = await rpc('evm_snapshot', [])
  await send(network, crossOrders(network, { orders }))
  await mine(6)
  await index()
  await rpc('evm_revert', [snapshot])
  const ctx = contextOf(database)
  ctx.clock.set(Date.now())
  const step = () => indexBlocks(ctx, { chainId, epoch })
  expect(await step()).toBe('waiting')
  expect(await statuses()).toEqual(['fulfilled', 'fulfilled'])
  ctx.clock.advance(11_000)
  await step()
  expect(await index()).toBe('at-head')
  expect(await rowsOf(database)).toEqual(await freshRows(orders))
  expect(await statuses()).toEqual(['open', 'open'])
})

test('a chain that came back behind and went another way is followed at once', async () => {
  const orders = await signOppositeOrders(network)
  await place(orders)
  const snapshot = await rpc('evm_snapshot', [])
  await send(network, crossOrders(network, { orders }))
  await mine(6)
  await index()
  await rpc('evm_revert', [snapshot])
  await rpc('evm_increaseTime', [1000])
  await mine(2)
  expect(await index()).toBe('at-head')
  expect(await rowsOf(database)).toEqual(await freshRows(orders))
  expect(await statuses()).toEqual(['open', 'open'])
})

test('a reorganisation deeper than the window stops the indexer and raises a flag', async () => {
  const [order] = await signOppositeOrders(network)
  // Blocks that hold the same are the same, so something has to be gone.
  await send(network, invalidation(order))
  await mine(80)
  await index()
  const before = await rowsOf(database)
  await reorganise(81)
  expect(await index()).toBe('too-deep')
  expect(await rowsOf(database)).toEqual(before)
  const flag = { where: { chainId, name: 'indexer-stuck' } }
  expect(await database.db.cursor.count(flag)).toBe(1)
})

test('an older epoch writes nothing', async () => {
  await index()
  await mine(1)
  await database.db.leader.update({ where: { role: `indexer/${chainId}` }, data: { epoch: 2n } })
  const before = await rowsOf(database)
  await expect(index()).rejects.toMatchObject({ code: 'Conflict' })
  expect(await rowsOf(database)).toEqual(before)
})
