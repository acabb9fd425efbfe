import { keccak256 } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { afterEach, beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import type { SettlementTransaction } from '@/prisma/generated/client'

let fixture: SolverFixture
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
})
beforeEach(async () => {
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await fixture.place(1, {})
})
afterEach(() => ctx.db.settlingStop.deleteMany())

const rowOf = (id: bigint) => ctx.db.settlementTransaction.findUniqueOrThrow({ where: { id } })
const poolSize = async () => {
  const { pending, queued } = (await fixture.rpc('txpool_status', [])) as Record<string, Hex>
  return Number(pending) + Number(queued)
}
const nonceOf = (address: Hex) =>
  ctx.chain(1).client.getTransactionCount({ address, blockTag: 'pending' })

type Change = Partial<{ chainId: number; nonce: number; to: Hex; value: bigint; key: Hex }>

/** Signs the bytes of the row with the solver's key, with these changes. */
async function sign({ nonce }: SettlementTransaction, { key, ...change }: Change): Promise<Hex> {
  return privateKeyToAccount(key ?? fixture.network.solver.privateKey).signTransaction({
    type: 'eip1559',
    chainId: 1,
    nonce: Number(nonce),
    to: defaultSettlement,
    value: 0n,
    data: '0x1234',
    gas: 100_000n,
    maxFeePerGas: 10n ** 10n,
    maxPriorityFeePerGas: 10n ** 9n,
    ...change,
  })
}

const otherContract = privateKeyToAccount(`0x${'57'.repeat(32)}`).address

test.each<[string, (row: SettlementTransaction) => Change]>([
  ['another key', () => ({ key: `0x${'57'.repeat(32)}` })],
  ['another chain', () => ({ chainId: 100 })],
  ['another nonce', ({ nonce }) => ({ nonce: Number(nonce) + 1 })],
  ['another contract', () => ({ to: otherContract })],
  ['a value', () => ({ value: 1n })],
])('neither sends nor re-signs stored bytes with %s, and pauses the network', async (_, change) => {
  const txHash = await fixture.leavePending()
  await fixture.rpc('anvil_dropTransaction', [txHash])
  const row = await ctx.db.settlementTransaction.findUniqueOrThrow({ where: { txHash } })
  const rawTransaction = await sign(row, change(row))
  const data = { rawTransaction, txHash: keccak256(rawTransaction) }
  await ctx.db.settlementTransaction.update({ where: { id: row.id }, data })
  const { address } = fixture.network.solver
  const used = await nonceOf(address)
  expect((await fixture.settle(AbortSignal.timeout(5_000))).state).toBe('idle')
  expect(await rowOf(row.id)).toMatchObject({ ...data, state: 'abandoned' })
  expect([await poolSize(), await nonceOf(address)]).toEqual([0, used])
  expect(await ctx.db.settlingStop.findUnique({ where: { chainId: 1 } })).toMatchObject({
    reason: expect.stringMatching(/is not as it was signed/),
  })
  await fixture.rpc('evm_setAutomine', [true])
})

test('a forged row does not count against the order that it names', async () => {
  const txHash = await fixture.leavePending()
  await fixture.rpc('anvil_dropTransaction', [txHash])
  const row = await ctx.db.settlementTransaction.findUniqueOrThrow({ where: { txHash } })
  const rawTransaction = await sign(row, { key: `0x${'59'.repeat(32)}` })
  // Without a value, it looks like a refund, which counts against its order unless it is mined.
  const data = { rawTransaction, txHash: keccak256(rawTransaction), value: null }
  await ctx.db.settlementTransaction.update({ where: { id: row.id }, data })
  await fixture.settle(AbortSignal.timeout(5_000))
  expect(await rowOf(row.id)).toMatchObject({ state: 'abandoned' })
  const [uid = ''] = row.orderUids
  const order = await ctx.db.order.findUniqueOrThrow({ where: { uid } })
  expect(order).toMatchObject({ failedSettlements: 0, frozenUntil: null })
  await fixture.rpc('evm_setAutomine', [true])
})

test('signs no cancellation past the deadline at a nonce altered in the stored row', async () => {
  const txHash = await fixture.leavePending()
  await fixture.rpc('anvil_dropTransaction', [txHash])
  await fixture.rpc('anvil_mine', ['0x8'])
  const { id, nonce } = await ctx.db.settlementTransaction.update({
    where: { txHash },
    data: { nonce: { increment: 5 } },
  })
  expect((await fixture.settle(AbortSignal.timeout(5_000))).state).toBe('idle')
  expect(await rowOf(id)).toMatchObject({ state: 'abandoned' })
  expect(await poolSize()).toBe(0)
  expect(BigInt(await nonceOf(fixture.network.solver.address))).toBe(nonce - 5n)
  await fixture.rpc('evm_setAutomine', [true])
})

test('does not resend a settlement of a solver whose key is gone', async () => {
  const txHash = await fixture.leavePending()
  await fixture.rpc('anvil_dropTransaction', [txHash])
  const key = `0x${'58'.repeat(32)}` as const
  const row = await ctx.db.settlementTransaction.findUniqueOrThrow({ where: { txHash } })
  const rawTransaction = await sign(row, { key })
  const data = {
    rawTransaction,
    txHash: keccak256(rawTransaction),
    solverAddress: privateKeyToAccount(key).address.toLowerCase(),
    nonce: 0n,
  }
  await ctx.db.settlementTransaction.update({ where: { id: row.id }, data })
  await fixture.settle(AbortSignal.timeout(3_000))
  expect(await poolSize()).toBe(0)
  await ctx.db.settlementTransaction.update({ where: { id: row.id }, data: { state: 'failed' } })
  await fixture.rpc('evm_setAutomine', [true])
})
