import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Context } from '@/lib/context'
import { sendTransaction } from '@/lib/devnet/rpc'
import { openSolverDesk, type SolverDesk, untilSent } from '@/lib/testing/auctions/solver-fixture'

const patienceMs = 240_000

let desk: SolverDesk
let ctx: Context

beforeAll(async () => {
  desk = await openSolverDesk()
  ctx = desk.ctx
})
afterAll(() => desk?.close())
beforeEach(async () => {
  await desk.rpc('evm_setAutomine', [true])
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
})

/** Of a settlement that was sent under this hash first; with higher fees it has another. */
const rowOf = (txHash = '') =>
  ctx.db.settlementTransaction.findFirstOrThrow({
    where: { OR: [{ txHash }, { replacedHashes: { has: txHash } }] },
  })
const usedNonces = () =>
  ctx.chain(1).client.getTransactionCount({ address: desk.network.solver.address })
/** Starts a round whose settlement no block takes. */
async function sendUnmined() {
  await desk.rpc('evm_setAutomine', [false])
  const stop = new AbortController()
  const round = desk.settle(stop.signal)
  await untilSent(ctx)
  const { txHash } = await ctx.db.settlementTransaction.findFirstOrThrow({
    where: { state: 'sent' },
  })
  return { round, txHash, stop }
}

/** The outcome of a round that has to end by itself. */
async function soon<T>(round: Promise<T>, stop: AbortController): Promise<T> {
  const timer = setTimeout(() => stop.abort(), patienceMs)
  try {
    return await round
  } finally {
    clearTimeout(timer)
  }
}

test('a settlement that the node forgets while it is waited for is sent again, and settles once', async () => {
  const order = await desk.place(1, {})
  const { round, txHash, stop } = await sendUnmined()
  await desk.rpc('anvil_dropTransaction', [txHash])
  await desk.rpc('evm_setAutomine', [true])
  expect(await soon(round, stop)).toMatchObject({ state: 'mined', txHash })
  expect(await desk.filled(order)).toBe(order.sellAmount)
  expect((await rowOf(txHash)).state).toBe('mined')
})

test('one whose nonce another transaction takes meanwhile is given up, and the next auction settles', async () => {
  const order = await desk.place(1, {})
  const { round, txHash, stop } = await sendUnmined()
  await desk.rpc('anvil_dropTransaction', [txHash])
  await desk.rpc('evm_setAutomine', [true])
  const { address } = desk.network.solver
  await desk.rpc('anvil_impersonateAccount', [address])
  await sendTransaction(desk.rpc, { from: address, to: address, data: '0x' })
  expect(await soon(round, stop)).toMatchObject({ state: 'failed', txHash })
  expect((await rowOf(txHash)).state).toBe('abandoned')
  await expect.poll(async () => (await desk.settle()).state).toBe('mined')
  expect(await desk.filled(order)).toBe(order.sellAmount)
})

/** Settles one order and sends the settlement of another; a reorganisation then drops the first, and the node both. */
async function loseEarlier(blocks: number) {
  const [first, second] = [await desk.place(1, {}), await desk.place(2, {})]
  const setStatus = (status: 'open' | 'cancelled') =>
    ctx.db.order.update({ where: { uid: second.uid }, data: { status } })
  await setStatus('cancelled')
  await desk.index()
  const snapshot = await desk.rpc('evm_snapshot', [])
  expect((await desk.settle()).state).toBe('mined')
  await desk.index()
  await setStatus('open')
  const sent = await sendUnmined()
  const before = await usedNonces()
  await desk.rpc('evm_revert', [snapshot])
  await desk.rpc('evm_increaseTime', ['0x64'])
  await desk.rpc('anvil_mine', [`0x${blocks.toString(16)}`])
  await desk.rpc('evm_setAutomine', [true])
  expect(await usedNonces()).toBe(before - 1)
  return { ...sent, first, second }
}

test('one that loses the transaction before it to a reorganisation does not wait for its nonce', async () => {
  const { round, txHash, stop, first, second } = await loseEarlier(2)
  expect(await soon(round, stop)).toMatchObject({ state: 'mined', txHash })
  expect([await desk.filled(first), await desk.filled(second)]).toEqual([0n, second.sellAmount])
  // The earlier order is free as soon as the index has followed.
  await desk.index()
  expect((await desk.settle()).state).toBe('mined')
  expect(await desk.filled(first)).toBe(first.sellAmount)
  await desk.index()
  const orderUid = { in: [first.uid, second.uid] }
  expect(await ctx.db.trade.count({ where: { orderUid } })).toBe(2)
})

test('neither does its cancellation past the deadline, and the next auction settles both', async () => {
  const { round, txHash, stop, first, second } = await loseEarlier(20)
  expect((await soon(round, stop)).state).toBe('pending')
  await desk.index()
  expect((await soon(desk.settle(stop.signal), stop)).state).toBe('mined')
  // Either takes the nonce; the bytes that were sent for more gas may come first.
  expect(['abandoned', 'mined']).toContain((await rowOf(txHash)).state)
  await desk.index()
  await desk.settle()
  expect([await desk.filled(first), await desk.filled(second)]).toEqual([
    first.sellAmount,
    second.sellAmount,
  ])
})

test('one that was mined and dropped holds nobody up: its order is settled anew, once', async () => {
  const order = await desk.place(1, {})
  await desk.index()
  const before = await desk.settle()
  expect(before.state).toBe('mined')
  await desk.index()
  await desk.rpc('anvil_reorg', [1, []])
  await desk.rpc('anvil_mine', ['0x1'])
  await desk.index()
  const after = await desk.settle()
  expect(after).toMatchObject({ state: 'mined' })
  expect(after.txHash).not.toBe(before.txHash)
  await desk.index()
  expect(await desk.filled(order)).toBe(order.sellAmount)
  expect(await ctx.db.trade.count({ where: { orderUid: order.uid } })).toBe(1)
})
