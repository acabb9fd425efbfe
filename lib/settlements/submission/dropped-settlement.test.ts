import { beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { sendTransaction } from '@/lib/devnet/rpc'
import { type SolverFixture, untilSent } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'

const patienceMs = 240_000

let fixture: SolverFixture
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
})
beforeEach(async () => {
  await fixture.rpc('evm_setAutomine', [true])
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
})

/** The settlement first sent under this hash; replacements have other hashes. */
const rowOf = (txHash = '') =>
  ctx.db.settlementTransaction.findFirstOrThrow({
    where: { OR: [{ txHash }, { replacedHashes: { has: txHash } }] },
  })
const usedNonces = () =>
  ctx.chain(1).client.getTransactionCount({ address: fixture.network.solver.address })
/** Starts a round whose settlement is never mined. */
async function sendUnmined() {
  await fixture.rpc('evm_setAutomine', [false])
  const stop = new AbortController()
  const round = fixture.settle(stop.signal)
  await untilSent(ctx)
  const { txHash } = await ctx.db.settlementTransaction.findFirstOrThrow({
    where: { state: 'sent' },
  })
  return { round, txHash, stop }
}

/** The outcome of a round that must end by itself. */
async function soon<T>(round: Promise<T>, stop: AbortController): Promise<T> {
  const timer = setTimeout(() => stop.abort(), patienceMs)
  try {
    return await round
  } finally {
    clearTimeout(timer)
  }
}

test('resends a settlement that the node drops, and settles it once', async () => {
  const order = await fixture.place(1, {})
  const { round, txHash, stop } = await sendUnmined()
  await fixture.rpc('anvil_dropTransaction', [txHash])
  await fixture.rpc('evm_setAutomine', [true])
  expect(await soon(round, stop)).toMatchObject({ state: 'mined', txHash })
  expect(await fixture.filled(order)).toBe(order.sellAmount)
  expect((await rowOf(txHash)).state).toBe('mined')
})

test('abandons a settlement whose nonce another transaction takes, and settles in the next auction', {
  tags: ['long-only'],
}, async () => {
  const order = await fixture.place(1, {})
  const { round, txHash, stop } = await sendUnmined()
  await fixture.rpc('anvil_dropTransaction', [txHash])
  await fixture.rpc('evm_setAutomine', [true])
  const { address } = fixture.network.solver
  await fixture.rpc('anvil_impersonateAccount', [address])
  await sendTransaction(fixture.rpc, { from: address, to: address, data: '0x' })
  expect(await soon(round, stop)).toMatchObject({ state: 'failed', txHash })
  expect((await rowOf(txHash)).state).toBe('abandoned')
  await expect.poll(async () => (await fixture.settle()).state).toBe('mined')
  expect(await fixture.filled(order)).toBe(order.sellAmount)
})

/** Settles one order and sends the settlement of another; then a reorg drops the first, and the node drops both. */
async function loseEarlier(blocks: number) {
  const [first, second] = [await fixture.place(1, {}), await fixture.place(2, {})]
  const setStatus = (status: 'open' | 'cancelled') =>
    ctx.db.order.update({ where: { uid: second.uid }, data: { status } })
  await setStatus('cancelled')
  await fixture.index()
  const snapshot = await fixture.rpc('evm_snapshot', [])
  expect((await fixture.settle()).state).toBe('mined')
  await fixture.index()
  await setStatus('open')
  const sent = await sendUnmined()
  const before = await usedNonces()
  await fixture.rpc('evm_revert', [snapshot])
  await fixture.rpc('evm_increaseTime', ['0x64'])
  await fixture.rpc('anvil_mine', [`0x${blocks.toString(16)}`])
  await fixture.rpc('evm_setAutomine', [true])
  expect(await usedNonces()).toBe(before - 1)
  return { ...sent, first, second }
}

test('settles without delay if a reorg drops the preceding transaction', async () => {
  const { round, txHash, stop, first, second } = await loseEarlier(2)
  expect(await soon(round, stop)).toMatchObject({ state: 'mined', txHash })
  expect([await fixture.filled(first), await fixture.filled(second)]).toEqual([
    0n,
    second.sellAmount,
  ])
  // The earlier order is free as soon as the index has followed the reorg.
  await fixture.index()
  expect((await fixture.settle()).state).toBe('mined')
  expect(await fixture.filled(first)).toBe(first.sellAmount)
  await fixture.index()
  const orderUid = { in: [first.uid, second.uid] }
  expect(await ctx.db.trade.count({ where: { orderUid } })).toBe(2)
})

test('cancels past the deadline without delay if a reorg drops the preceding transaction, and settles both orders next', {
  tags: ['long-only'],
}, async () => {
  const { round, txHash, stop, first, second } = await loseEarlier(20)
  expect((await soon(round, stop)).state).toBe('pending')
  await fixture.index()
  expect((await soon(fixture.settle(stop.signal), stop)).state).toBe('mined')
  // Either may use the nonce; the version with higher fees may come first.
  expect(['abandoned', 'mined']).toContain((await rowOf(txHash)).state)
  await fixture.index()
  await fixture.settle()
  expect([await fixture.filled(first), await fixture.filled(second)]).toEqual([
    first.sellAmount,
    second.sellAmount,
  ])
})

test('settles an order again, once, after a reorg drops its settlement', async () => {
  const order = await fixture.place(1, {})
  await fixture.index()
  const before = await fixture.settle()
  expect(before.state).toBe('mined')
  await fixture.index()
  await fixture.rpc('anvil_reorg', [1, []])
  await fixture.rpc('anvil_mine', ['0x1'])
  await fixture.index()
  const after = await fixture.settle()
  expect(after).toMatchObject({ state: 'mined' })
  expect(after.txHash).not.toBe(before.txHash)
  await fixture.index()
  expect(await fixture.filled(order)).toBe(order.sellAmount)
  expect(await ctx.db.trade.count({ where: { orderUid: order.uid } })).toBe(1)
})
