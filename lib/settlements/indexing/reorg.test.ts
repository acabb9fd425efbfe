import { expect } from 'vitest'
import { toUnixSeconds } from '@/lib/core/time'
import {
  crossOrders,
  send,
  signOppositeOrders,
  type TestTransaction,
} from '@/lib/testing/auctions/test-settlement'
import { someOf } from '@/lib/testing/cases'
import { type IndexFixture, invalidation, testLeadership } from '@/lib/testing/chain/index-fixture'
import { test } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'
import { indexBlocks } from './index-blocks'

const chainId = 1
let fixture: IndexFixture

test.beforeEach(({ indexer }) => {
  fixture = indexer
})

test.each(someOf([63, 1, 5]))(
  'rolls back a trade that a reorg of depth %i removes',
  { tags: ['long'] },
  async (depth) => {
    const orders = await signOppositeOrders(fixture.network)
    await fixture.place(orders)
    await fixture.mine(70)
    await send(fixture.network, crossOrders(fixture.network, { orders }))
    await fixture.mine(depth - 1)
    await fixture.index()
    expect(await fixture.statuses()).toEqual(['fulfilled', 'fulfilled'])
    await fixture.reorganise(depth)
    expect(await fixture.index()).toBe('at-head')
    expect(await fixture.rows()).toEqual(await fixture.freshRows(orders))
    expect(await fixture.statuses()).toEqual(['open', 'open'])
    const [first, second, ...corrections] = await fixture.notified()
    expect(corrections).toMatchObject([
      { type: 'order_filled', correction: true, correctsId: first?.id },
      { type: 'order_filled', correction: true, correctsId: second?.id },
    ])
  },
)

test.each(someOf([63, 5]))(
  'follows a trade that a reorg of depth %i moves',
  { tags: ['long'] },
  async (depth) => {
    const orders = await signOppositeOrders(fixture.network)
    await fixture.place(orders)
    const settlement = crossOrders(fixture.network, { orders })
    const txHash = await send(fixture.network, settlement)
    await fixture.mine(depth - 1)
    await fixture.index()
    await fixture.reorganise(depth, [[settlement, depth - 2]])
    await fixture.index()
    const rows = await fixture.rows()
    expect(rows).toEqual(await fixture.freshRows(orders))
    expect(rows.trades).toHaveLength(2)
    expect(await fixture.statuses()).toEqual(['fulfilled', 'fulfilled'])
    const types = (await fixture.notified()).map(
      ({ type, correction = false }) => `${type} ${correction}`,
    )
    expect(types).toEqual([
      'order_filled false',
      'order_filled false',
      'order_filled true',
      'order_filled true',
      'order_filled false',
      'order_filled false',
    ])
    expect(txHash).toMatch(/^0x/)
  },
)

test.each(someOf([63, 5]))(
  'follows two trades that a reorg of depth %i reorders',
  { tags: ['long'] },
  async (depth) => {
    const one = await signOppositeOrders(fixture.network)
    const other = await signOppositeOrders(fixture.network)
    await fixture.place([...one, ...other])
    const settlements = [one, other].map((orders) => crossOrders(fixture.network, { orders }))
    for (const settlement of settlements) await send(fixture.network, settlement)
    await fixture.mine(depth - 2)
    await fixture.index()
    const [first, second] = settlements as [TestTransaction, TestTransaction]
    await fixture.reorganise(depth, [
      [second, 0],
      [first, 1],
    ])
    await fixture.index()
    const rows = await fixture.rows()
    expect(rows).toEqual(await fixture.freshRows([...one, ...other]))
    expect(rows.trades.map(({ orderUid }) => orderUid)).toEqual(
      [...other, ...one].map(({ uid }) => uid),
    )
    expect(await fixture.statuses()).toEqual(Array(4).fill('fulfilled'))
    const corrected = (await fixture.notified()).filter(({ correction }) => correction)
    expect(corrected).toHaveLength(4)
  },
)

test('reopens an order whose cancellation a reorg drops, and sends a correction', async () => {
  const [order] = await signOppositeOrders(fixture.network)
  await fixture.place([order])
  await send(fixture.network, invalidation(order))
  await fixture.index()
  await fixture.reorganise(1)
  await fixture.index()
  expect(await fixture.statuses()).toEqual(['open'])
  expect(await fixture.notified()).toMatchObject([
    { type: 'order_cancelled' },
    { type: 'order_cancelled', correction: true },
  ])
})

test('follows a chain that lost some blocks, once a lagging node is ruled out', async () => {
  const orders = await signOppositeOrders(fixture.network)
  await fixture.place(orders)
  const snapshot = await fixture.rpc('evm_snapshot', [])
  await send(fixture.network, crossOrders(fixture.network, { orders }))
  await fixture.mine(6)
  await fixture.index()
  await fixture.rpc('evm_revert', [snapshot])
  const ctx = fixture.context()
  ctx.clock.set(Date.now())
  const step = () => indexBlocks(ctx, testLeadership)
  expect(await step()).toBe('waiting')
  expect(await fixture.statuses()).toEqual(['fulfilled', 'fulfilled'])
  ctx.clock.advance(11_000)
  await step()
  expect(await fixture.index()).toBe('at-head')
  expect(await fixture.rows()).toEqual(await fixture.freshRows(orders))
  expect(await fixture.statuses()).toEqual(['open', 'open'])
})

test('follows a chain that returns to an earlier head', { tags: ['long-only'] }, async () => {
  const orders = await signOppositeOrders(fixture.network)
  await fixture.place(orders)
  const ctx = fixture.context()
  ctx.clock.set(Date.now())
  const step = () => indexBlocks(ctx, testLeadership)
  await repeat(
    () => step(),
    (state) => state === 'at-head',
  )
  expect(await step()).toBe('at-head')
  const snapshot = await fixture.rpc('evm_snapshot', [])
  await send(fixture.network, crossOrders(fixture.network, { orders }))
  await repeat(
    () => step(),
    (state) => state === 'at-head',
  )
  expect(await fixture.statuses()).toEqual(['fulfilled', 'fulfilled'])
  await fixture.rpc('evm_revert', [snapshot])
  expect(await step()).toBe('waiting')
  ctx.clock.advance(11_000)
  await repeat(
    () => step(),
    (state) => state === 'at-head',
  )
  expect(await fixture.statuses()).toEqual(['open', 'open'])
})

test('waits for a lagging node every time', { tags: ['long-only'] }, async () => {
  const ctx = fixture.context()
  ctx.clock.set(Date.now())
  const step = () => indexBlocks(ctx, testLeadership)
  const timestamp = toUnixSeconds(Date.now()) + 60
  /** The same block each time. */
  const mine = async () => {
    const snapshot = await fixture.rpc('evm_snapshot', [])
    await fixture.rpc('evm_setNextBlockTimestamp', [timestamp])
    await fixture.mine(1)
    await repeat(
      () => step(),
      (state) => state === 'at-head',
    )
    return snapshot
  }
  for (let lag = 0; lag < 3; lag += 1) {
    const snapshot = await mine()
    expect(await step()).toBe('at-head')
    await fixture.rpc('evm_revert', [snapshot])
    expect(await step()).toBe('waiting')
    ctx.clock.advance(8_000)
  }
})

test('follows a shorter chain at once if its blocks differ', async () => {
  const orders = await signOppositeOrders(fixture.network)
  await fixture.place(orders)
  const snapshot = await fixture.rpc('evm_snapshot', [])
  await send(fixture.network, crossOrders(fixture.network, { orders }))
  await fixture.mine(6)
  await fixture.index()
  await fixture.rpc('evm_revert', [snapshot])
  await fixture.rpc('evm_increaseTime', [1000])
  await fixture.mine(2)
  expect(await fixture.index()).toBe('at-head')
  expect(await fixture.rows()).toEqual(await fixture.freshRows(orders))
  expect(await fixture.statuses()).toEqual(['open', 'open'])
})

test('stops and raises a flag at a reorg deeper than the window', async () => {
  const [order] = await signOppositeOrders(fixture.network)
  // Blocks with equal content have equal hashes, so something must be missing.
  await send(fixture.network, invalidation(order))
  await fixture.mine(80)
  await fixture.index()
  const before = await fixture.rows()
  await fixture.reorganise(81)
  // Two nodes report the same chain.
  const { rpcUrl } = fixture.network
  const ctx = fixture.context([rpcUrl, `${rpcUrl}/?second`])
  expect(await indexBlocks(ctx, testLeadership)).toBe('too-deep')
  expect(await fixture.rows()).toEqual(before)
  const flag = { where: { chainId, name: 'indexer-stuck' } }
  expect(await fixture.db.cursor.count(flag)).toBe(1)
})
