import { pino } from 'pino'
import { expect } from 'vitest'
import { findBlockingSplit } from '@/lib/chain/nodes/splits'
import type { Context } from '@/lib/context'
import { crossOrders, send, signOppositeOrders } from '@/lib/testing/auctions/test-settlement'
import { type IndexFixture, invalidation, testLeadership } from '@/lib/testing/chain/index-fixture'
import { headNumber, type NodeProxy, startNodeProxy } from '@/lib/testing/chain/node-proxy'
import { test as base } from '@/lib/testing/test'
import type { TestClock } from '@/lib/testing/test-context'
import { repeat } from '@/lib/testing/until'
import { indexBlocks } from './index-blocks'

const chainId = 1

const test = base.extend('freshNodes', async ({ freshNetwork }, { onCleanup }) => {
  const [first, second] = await Promise.all([
    startNodeProxy(freshNetwork.rpcUrl),
    startNodeProxy(freshNetwork.rpcUrl),
  ])
  onCleanup(async () => {
    await Promise.all([first.close(), second.close()])
  })
  return { first, second }
})

let fixture: IndexFixture
test.beforeEach(({ indexer }) => {
  fixture = indexer
})

type Indexer = Context & { readonly clock: TestClock; readonly alarms: string[] }

/** An indexer of a real network with these nodes, a stopped clock and recorded alarms. */
function indexerOf(...nodes: NodeProxy[]): Indexer {
  const ctx = fixture.context(nodes.map(({ url }) => url))
  ctx.clock.set(Date.now())
  const alarms: string[] = []
  const log = pino({ level: 'error' }, { write: (line) => void alarms.push(line) })
  return { ...ctx, log, alarms }
}

/** Runs steps until the index is no longer behind. */
const index = (ctx: Context) =>
  repeat(
    () => indexBlocks(ctx, testLeadership),
    (state) => state !== 'behind',
  )

/** Fills two orders in the newest block of the chain. */
async function fill() {
  const orders = await signOppositeOrders(fixture.network)
  await fixture.place(orders)
  await send(fixture.network, crossOrders(fixture.network, { orders }))
  return orders
}

const corrections = async () => (await fixture.notified()).filter(({ correction }) => correction)

test('waits for a node that freezes or loses five blocks, and retracts no fill', async ({
  freshNodes: { first },
}) => {
  const ctx = indexerOf(first)
  await fill()
  await fixture.mine(5)
  expect(await index(ctx)).toBe('at-head')
  const head = await headNumber(fixture.network.rpcUrl)
  first.behave({ maxBlock: head - 6n })
  expect(await index(ctx)).toBe('waiting')
  ctx.clock.advance(59_000)
  expect(await index(ctx)).toBe('waiting')
  expect(ctx.alarms).toEqual([])
  ctx.clock.advance(1_000)
  for (let minutes = 0; minutes < 30; minutes += 1) {
    expect(await index(ctx)).toBe('waiting')
    ctx.clock.advance(60_000)
  }
  expect(ctx.alarms).toHaveLength(1)
  expect(ctx.alarms[0]).toContain(first.host)
  expect(ctx.alarms[0]).not.toContain('secret-key')
  expect(await fixture.statuses()).toEqual(['fulfilled', 'fulfilled'])
  first.behave({})
  await fixture.mine(1)
  expect(await index(ctx)).toBe('at-head')
  expect(await corrections()).toEqual([])
})

test('waits for a node that is behind every saved block', { tags: ['long-only'] }, async ({
  freshNodes: { first },
}) => {
  const ctx = indexerOf(first)
  await fixture.mine(200)
  await index(ctx)
  first.behave({ maxBlock: 3n })
  expect(await index(ctx)).toBe('waiting')
})

test('does not book logs that one of two nodes forges', async ({
  freshNodes: { first, second },
}) => {
  const ctx = indexerOf(first, second)
  await index(ctx)
  const orders = await signOppositeOrders(fixture.network)
  await fixture.place(orders)
  const snapshot = await fixture.rpc('evm_snapshot', [])
  await send(fixture.network, crossOrders(fixture.network, { orders }))
  const { hash } = await newest()
  const forged = (await fixture.rpc('eth_getLogs', [{ blockHash: hash }])) as object[]
  await fixture.rpc('evm_revert', [snapshot])
  await fixture.mine(1)
  const honest = await newest()
  const place = { blockHash: honest.hash, blockNumber: honest.number }
  first.behave({ forge: { eth_getLogs: () => forged.map((log) => ({ ...log, ...place })) } })
  expect(await index(ctx)).toBe('waiting')
  expect(await findBlockingSplit(ctx, chainId)).toBeUndefined()
  ctx.clock.advance(10_000)
  expect(await index(ctx)).toBe('waiting')
  expect(await findBlockingSplit(ctx, chainId)).toMatchObject({
    ...{ subject: 'events', host: second.host },
  })
  expect(ctx.alarms).toHaveLength(1)
  expect(await fixture.statuses()).toEqual(['open', 'open'])
  first.behave({})
  expect(await index(ctx)).toBe('at-head')
  expect(await findBlockingSplit(ctx, chainId)).toBeUndefined()
  expect(await fixture.statuses()).toEqual(['open', 'open'])
  expect(await fixture.notified()).toEqual([])
})

test('with a single node that leaves out all logs of a block, waits for them', {
  tags: ['long-only'],
}, async ({ freshNodes: { first } }) => {
  const ctx = indexerOf(first)
  await index(ctx)
  first.behave({ forge: { eth_getLogs: () => [] } })
  await fill()
  await fixture.mine(1)
  expect(await index(ctx)).toBe('waiting')
  expect(await fixture.statuses()).toEqual(['open', 'open'])
  first.behave({})
  expect(await index(ctx)).toBe('at-head')
  expect(await fixture.statuses()).toEqual(['fulfilled', 'fulfilled'])
})

test('misses no fill though the preferred of two nodes leaves out logs', async ({
  freshNodes: { first, second },
}) => {
  const ctx = indexerOf(first, second)
  await index(ctx)
  // One log in three, and every log of some blocks.
  let seen = 0
  const leaveOut = (logs: readonly object[]) => logs.filter(() => seen++ % 3 !== 0)
  for (let round = 1; round <= 4; round += 1) {
    first.behave({ forge: { eth_getLogs: round % 2 === 0 ? leaveOut : () => [] } })
    await fill()
    await fixture.mine(1)
    expect(await index(ctx)).toBe('waiting')
    first.behave({})
    expect(await index(ctx)).toBe('at-head')
    expect(await fixture.statuses()).toEqual(Array(2 * round).fill('fulfilled'))
  }
  expect(await corrections()).toEqual([])
})

const newest = () =>
  fixture.rpc('eth_getBlockByNumber', ['latest', false]) as Promise<{
    hash: string
    number: string
  }>

test('books a fill once the second node has its block, or without that node if it is down', {
  tags: ['long-only'],
}, async ({ freshNodes: { first, second } }) => {
  const ctx = indexerOf(first, second)
  await index(ctx)
  second.behave({ maxBlock: await headNumber(fixture.network.rpcUrl) })
  await fill()
  expect(await index(ctx)).toBe('waiting')
  second.behave({})
  expect(await index(ctx)).toBe('at-head')
  second.behave({ isDown: true })
  await fill()
  expect(await index(ctx)).toBe('at-head')
  expect(await fixture.statuses()).toEqual(Array(4).fill('fulfilled'))
})

test('follows a reorg at once if two nodes report it', async ({
  freshNodes: { first, second },
}) => {
  const ctx = indexerOf(first, second)
  const orders = await fill()
  await fixture.mine(3)
  await index(ctx)
  await fixture.reorganise(4)
  expect(await index(ctx)).toBe('at-head')
  expect(await fixture.rows()).toEqual(await fixture.freshRows(orders))
  expect(await fixture.statuses()).toEqual(['open', 'open'])
})

test('does not follow a reorg that only one of two nodes reports', async ({
  freshNodes: { first, second },
}) => {
  const ctx = indexerOf(first, second)
  await fill()
  await fixture.mine(3)
  await index(ctx)
  const number = await headNumber(fixture.network.rpcUrl)
  const other = `0x${'ab'.repeat(32)}`
  const fork = (block: { number: string } | null) =>
    block && BigInt(block.number) > number - 3n ? { ...block, hash: other } : block
  first.behave({ forge: { eth_getBlockByNumber: fork } })
  expect(await index(ctx)).toBe('waiting')
  ctx.clock.advance(60_000)
  expect(await index(ctx)).toBe('waiting')
  expect(await findBlockingSplit(ctx, chainId)).toMatchObject({ subject: 'blocks' })
  first.behave({})
  await fixture.mine(1)
  expect(await index(ctx)).toBe('at-head')
  expect(await corrections()).toEqual([])
})

test.for([
  ['follows a reorg of two blocks after 30 seconds', 2, ['waiting', 'at-head'], 'open'],
  ['stops with an alarm at a reorg of three blocks', 3, ['unproven', 'unproven'], 'cancelled'],
] as const)(
  'with a single node, %s',
  async ([, depth, states, status], { freshNodes: { first } }) => {
    const ctx = indexerOf(first)
    const [order] = await signOppositeOrders(fixture.network)
    await fixture.place([order])
    await send(fixture.network, invalidation(order))
    await fixture.mine(depth - 1)
    await index(ctx)
    await fixture.reorganise(depth)
    expect(await index(ctx)).toBe(states[0])
    ctx.clock.advance(29_000)
    expect(await index(ctx)).toBe(states[0])
    ctx.clock.advance(1_000)
    expect(await index(ctx)).toBe(states[1])
    expect(await fixture.statuses()).toEqual([status])
    expect(ctx.alarms).toHaveLength(states[1] === 'unproven' ? 1 : 0)
  },
)
