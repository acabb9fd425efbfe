import { expect } from 'vitest'
import { saveNodeSplit } from '@/lib/chain/nodes/split-store'
import { listSplits } from '@/lib/chain/nodes/splits'
import { quantity, sendTransaction } from '@/lib/devnet/rpc'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { headNumber, type NodeProxy } from '@/lib/testing/chain/node-proxy'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { findReceipt } from './await-receipt'
import { findNonceToSign, readNextNonce } from './read-nonce'
import { solverAddress } from './solver-account'

const chainId = 1

let fixture: SolverFixture
test.beforeAll(({ solver }) => {
  fixture = solver
})
test.beforeEach(async () => {
  await fixture.ctx.db.order.updateMany({ data: { status: 'cancelled' } })
})

/** An auctioneer with these nodes. */
function auctioneerOf(...nodes: NodeProxy[]) {
  const ctx = createTestContext({
    db: fixture.ctx.db,
    rpcUrls: new Map([[chainId, nodes.map(({ url }) => url).join()]]),
    environment: {
      EMBEDDED_CHAIN_IDS: String(chainId),
      SOLVER_PRIVATE_KEY: fixture.network.solver.privateKey,
    },
  })
  return { ctx, settle: () => runRound(ctx, { chainId, epoch: 1n }) }
}

type Simulated = { calls: { status: string }[] }[]

test('does not sign a settlement that fails on the second node, and settles once it passes', async ({
  nodes: [first, second],
}) => {
  const { ctx, settle } = auctioneerOf(first, second)
  const order = await fixture.place(1, {})
  const fail = (blocks: Simulated) =>
    blocks.map(({ calls, ...block }) => {
      return { ...block, calls: calls.map((call) => ({ ...call, status: '0x0' })) }
    })
  second.behave({ forge: { eth_simulateV1: fail } })
  const sent = await ctx.db.settlementTransaction.count()
  expect(await settle()).toMatchObject({ state: 'busy' })
  ctx.clock.advance(10_000)
  expect(await settle()).toMatchObject({ state: 'busy' })
  expect(await ctx.db.settlementTransaction.count()).toBe(sent)
  expect(await listSplits(ctx)).toMatchObject([{ subject: 'simulations', host: second.host }])
  second.behave({})
  expect(await settle()).toMatchObject({ state: 'mined' })
  expect(await fixture.filled(order)).toBe(order.sellAmount)
  expect(await listSplits(ctx)).toEqual([])
})

test('settles if the second node cannot simulate or does not respond', {
  tags: ['long-only'],
}, async ({ nodes: [first, second] }) => {
  second.behave({ lacks: ['eth_simulateV1'] })
  await fixture.place(1, {})
  expect(await auctioneerOf(first, second).settle()).toMatchObject({ state: 'mined' })
  second.behave({ isDown: true })
  await fixture.place(1, {})
  expect(await auctioneerOf(first, second).settle()).toMatchObject({ state: 'mined' })
})

test('ignores a revert that only one node reports', { tags: ['long-only'] }, async ({
  nodes: [first, second],
}) => {
  const { ctx, settle } = auctioneerOf(first, second)
  await fixture.place(1, {})
  const { txHash = '0x' } = await settle()
  const find = () => findReceipt(ctx, { chainId, txHashes: [txHash] })
  const reverted = (receipt: object) => ({ ...receipt, status: '0x0' })
  first.behave({ forge: { eth_getTransactionReceipt: reverted } })
  expect(await find()).toBeUndefined()
  second.behave({ forge: { eth_getTransactionReceipt: reverted } })
  expect(await find()).toMatchObject({ state: 'failed' })
  first.behave({})
  expect(await find()).toMatchObject({ state: 'mined' })
})

test('waits for a second node that has not reached the block of a revert, and calls it no split', async ({
  nodes: [first, second],
}) => {
  const { ctx, settle } = auctioneerOf(first, second)
  const before = await headNumber(fixture.network.rpcUrl)
  await fixture.place(1, {})
  const { txHash = '0x' } = await settle()
  const find = () => findReceipt(ctx, { chainId, txHashes: [txHash] })
  const reverted = (receipt: object | null) => receipt && { ...receipt, status: '0x0' }
  first.behave({ forge: { eth_getTransactionReceipt: reverted } })
  second.behave({ maxBlock: before, forge: { eth_getTransactionReceipt: reverted } })
  expect(await find()).toBeUndefined()
  ctx.clock.advance(10_000)
  expect(await find()).toBeUndefined()
  expect(await listSplits(ctx)).toEqual([])
  second.behave({ forge: { eth_getTransactionReceipt: reverted } })
  expect(await find()).toMatchObject({ state: 'failed' })
})

test('takes the highest next nonce of all nodes', async ({ nodes: [first, second] }) => {
  const { ctx, settle } = auctioneerOf(first, second)
  const before = await headNumber(fixture.network.rpcUrl)
  await fixture.place(1, {})
  await settle()
  const read = () => readNextNonce(ctx, chainId, solverAddress(ctx, chainId))
  const { highest, lowest } = await read()
  expect(highest).toBe(lowest)
  for (const lagging of [first, second]) {
    lagging.behave({ maxBlock: before })
    expect(await read()).toEqual({ highest, lowest: highest - 1n })
    lagging.behave({})
  }
})

test('signs nothing at a nonce that only one node reports, and settles once it agrees', async ({
  nodes: [first, second],
}) => {
  const { ctx, settle } = auctioneerOf(first, second)
  const order = await fixture.place(1, {})
  const ahead = (by: bigint) => (count: string) => quantity(BigInt(count) + by)
  const sent = await ctx.db.settlementTransaction.count()
  for (const [liar, by] of [
    [second, 100_000n],
    [second, 1n],
    [first, 2n],
  ] as const) {
    liar.behave({ forge: { eth_getTransactionCount: ahead(by) } })
    expect(await settle()).toMatchObject({ state: 'busy' })
    ctx.clock.advance(10_000)
    liar.behave({})
  }
  expect(await ctx.db.settlementTransaction.count()).toBe(sent)
  expect(await listSplits(ctx)).toMatchObject([{ subject: 'nonces', host: second.host }])
  expect(await settle()).toMatchObject({ state: 'mined' })
  expect(await fixture.filled(order)).toBe(order.sellAmount)
  expect(await listSplits(ctx)).toEqual([])
})

test('signs while a node has not seen our own transactions yet, and after others once all nodes have', async ({
  nodes: [first, second],
}) => {
  const { ctx, settle } = auctioneerOf(first, second)
  const { address } = fixture.network.solver
  const find = () => findNonceToSign(ctx, chainId, solverAddress(ctx, chainId))
  const before = await headNumber(fixture.network.rpcUrl)
  for (const account of [1, 2]) {
    await fixture.place(account, {})
    expect(await settle()).toMatchObject({ state: 'mined' })
  }
  const nonce = await find()
  second.behave({ maxBlock: before })
  expect(await find()).toBe(nonce)
  second.behave({ maxBlock: await headNumber(fixture.network.rpcUrl) })
  await fixture.rpc('anvil_impersonateAccount', [address])
  await sendTransaction(fixture.rpc, { from: address, to: address, data: '0x' })
  expect(await find()).toBeUndefined()
  second.behave({})
  expect(await find()).toBe((nonce ?? 0n) + 1n)
})

test('settles nothing while nodes disagree about events, and excludes the orders as paused', async ({
  nodes: [first],
}) => {
  const { ctx, settle } = auctioneerOf(first)
  const order = await fixture.place(1, {})
  const split = { chainId, subject: 'events', host: 'node.example' } as const
  const at = new Date(ctx.now())
  await saveNodeSplit(ctx.db, { ...split, since: at, seenAt: at })
  expect(await settle()).toMatchObject({ state: 'idle' })
  const { exclusion } = await ctx.db.order.findUniqueOrThrow({ where: { uid: order.uid } })
  expect(exclusion).toEqual({ code: 'settlingPaused' })
  // A process that sees a split checks again every few seconds; one not seen for a minute has ended.
  ctx.clock.advance(60_001)
  expect(await settle()).toMatchObject({ state: 'mined' })
})
