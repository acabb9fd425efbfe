import { expect, test } from 'vitest'
import {
  crossOrders,
  send,
  signOppositeOrders,
  type TestTransaction,
} from '@/lib/testing/auctions/test-settlement'
import { invalidation, openIndexDesk, testLeadership } from '@/lib/testing/chain/index-fixture'
import { indexBlocks } from './index-blocks'

const chainId = 1
const desk = openIndexDesk()

test.each([1, 5, 63])('a reorganisation of depth %i that removes a trade', async (depth) => {
  const orders = await signOppositeOrders(desk.network)
  await desk.place(orders)
  await desk.mine(70)
  await send(desk.network, crossOrders(desk.network, { orders }))
  await desk.mine(depth - 1)
  await desk.index()
  expect(await desk.statuses()).toEqual(['fulfilled', 'fulfilled'])
  await desk.reorganise(depth)
  expect(await desk.index()).toBe('at-head')
  expect(await desk.rows()).toEqual(await desk.freshRows(orders))
  expect(await desk.statuses()).toEqual(['open', 'open'])
  const [first, second, ...corrections] = await desk.told()
  expect(corrections).toMatchObject([
    { type: 'order_filled', correction: true, correctsId: first?.id },
    { type: 'order_filled', correction: true, correctsId: second?.id },
  ])
})

test.each([5, 63])('a reorganisation of depth %i that moves a trade', async (depth) => {
  const orders = await signOppositeOrders(desk.network)
  await desk.place(orders)
  const settlement = crossOrders(desk.network, { orders })
  const txHash = await send(desk.network, settlement)
  await desk.mine(depth - 1)
  await desk.index()
  await desk.reorganise(depth, [[settlement, depth - 2]])
  await desk.index()
  const rows = await desk.rows()
  expect(rows).toEqual(await desk.freshRows(orders))
  expect(rows.trades).toHaveLength(2)
  expect(await desk.statuses()).toEqual(['fulfilled', 'fulfilled'])
  const types = (await desk.told()).map(({ type, correction = false }) => `${type} ${correction}`)
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
  const one = await signOppositeOrders(desk.network)
  const other = await signOppositeOrders(desk.network)
  await desk.place([...one, ...other])
  const settlements = [one, other].map((orders) => crossOrders(desk.network, { orders }))
  for (const settlement of settlements) await send(desk.network, settlement)
  await desk.mine(depth - 2)
  await desk.index()
  const [first, second] = settlements as [TestTransaction, TestTransaction]
  await desk.reorganise(depth, [
    [second, 0],
    [first, 1],
  ])
  await desk.index()
  const rows = await desk.rows()
  expect(rows).toEqual(await desk.freshRows([...one, ...other]))
  expect(rows.trades.map(({ orderUid }) => orderUid)).toEqual(
    [...other, ...one].map(({ uid }) => uid),
  )
  expect(await desk.statuses()).toEqual(Array(4).fill('fulfilled'))
  const corrected = (await desk.told()).filter(({ correction }) => correction)
  expect(corrected).toHaveLength(4)
})

test('a reorganisation takes a cancellation back and tells so', async () => {
  const [order] = await signOppositeOrders(desk.network)
  await desk.place([order])
  await send(desk.network, invalidation(order))
  await desk.index()
  await desk.reorganise(1)
  await desk.index()
  expect(await desk.statuses()).toEqual(['open'])
  expect(await desk.told()).toMatchObject([
    { type: 'order_cancelled' },
    { type: 'order_cancelled', correction: true },
  ])
})

test('a chain that came back some blocks behind is followed, once it is not just a node that lags', async () => {
  const orders = await signOppositeOrders(desk.network)
  await desk.place(orders)
  const snapshot = await desk.rpc('evm_snapshot', [])
  await send(desk.network, crossOrders(desk.network, { orders }))
  await desk.mine(6)
  await desk.index()
  await desk.rpc('evm_revert', [snapshot])
  const ctx = desk.context()
  ctx.clock.set(Date.now())
  const step = () => indexBlocks(ctx, testLeadership)
  expect(await step()).toBe('waiting')
  expect(await desk.statuses()).toEqual(['fulfilled', 'fulfilled'])
  ctx.clock.advance(11_000)
  await step()
  expect(await desk.index()).toBe('at-head')
  expect(await desk.rows()).toEqual(await desk.freshRows(orders))
  expect(await desk.statuses()).toEqual(['open', 'open'])
})

test('a chain that came back to a head of before is followed as any other', async () => {
  const orders = await signOppositeOrders(desk.network)
  await desk.place(orders)
  const ctx = desk.context()
  ctx.clock.set(Date.now())
  const step = () => indexBlocks(ctx, testLeadership)
  while ((await step()) !== 'at-head');
  expect(await step()).toBe('at-head')
  const snapshot = await desk.rpc('evm_snapshot', [])
  await send(desk.network, crossOrders(desk.network, { orders }))
  while ((await step()) !== 'at-head');
  expect(await desk.statuses()).toEqual(['fulfilled', 'fulfilled'])
  await desk.rpc('evm_revert', [snapshot])
  expect(await step()).toBe('waiting')
  ctx.clock.advance(11_000)
  while ((await step()) !== 'at-head');
  expect(await desk.statuses()).toEqual(['open', 'open'])
})

test('each time a node lags, it is waited for', async () => {
  const ctx = desk.context()
  ctx.clock.set(Date.now())
  const step = () => indexBlocks(ctx, testLeadership)
  const latest = await desk.rpc('eth_getBlockByNumber', ['latest', false])
  const { timestamp } = latest as { timestamp: string }
  /** The same block each time. */
  const mine = async () => {
    const snapshot = await desk.rpc('evm_snapshot', [])
    await desk.rpc('evm_setNextBlockTimestamp', [Number(timestamp) + 60])
    await desk.mine(1)
    while ((await step()) !== 'at-head');
    return snapshot
  }
  for (let lag = 0; lag < 3; lag += 1) {
    const snapshot = await mine()
    expect(await step()).toBe('at-head')
    await desk.rpc('evm_revert', [snapshot])
    expect(await step()).toBe('waiting')
    ctx.clock.advance(8_000)
  }
})

test('a chain that came back behind and went another way is followed at once', async () => {
  const orders = await signOppositeOrders(desk.network)
  await desk.place(orders)
  const snapshot = await desk.rpc('evm_snapshot', [])
  await send(desk.network, crossOrders(desk.network, { orders }))
  await desk.mine(6)
  await desk.index()
  await desk.rpc('evm_revert', [snapshot])
  await desk.rpc('evm_increaseTime', [1000])
  await desk.mine(2)
  expect(await desk.index()).toBe('at-head')
  expect(await desk.rows()).toEqual(await desk.freshRows(orders))
  expect(await desk.statuses()).toEqual(['open', 'open'])
})

test('a reorganisation deeper than the window stops the indexer and raises a flag', async () => {
  const [order] = await signOppositeOrders(desk.network)
  // Blocks that hold the same are the same, so something has to be gone.
  await send(desk.network, invalidation(order))
  await desk.mine(80)
  await desk.index()
  const before = await desk.rows()
  await desk.reorganise(81)
  expect(await desk.index()).toBe('too-deep')
  expect(await desk.rows()).toEqual(before)
  const flag = { where: { chainId, name: 'indexer-stuck' } }
  expect(await desk.db.cursor.count(flag)).toBe(1)
})
