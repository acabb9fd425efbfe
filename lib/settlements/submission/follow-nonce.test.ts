import { beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testWith } from '@/lib/testing/test'
import { followNonce } from './follow-nonce'
import { deleteSettlementPause, findSettlementPause } from './settlement-pause-store'
import { signSettlement, solverAddress } from './solver-account'
import { insertSettlementTransaction } from './transaction-store'

const test = testWith({ EMBEDDED_CHAIN_IDS: '' })
const leadership = { chainId: 1, epoch: 1n } as const
const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }

let fixture: SolverFixture
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
})
beforeEach(async () => {
  await ctx.db.settlementTransaction.deleteMany()
  await ctx.db.solverTransaction.deleteMany()
  await deleteSettlementPause(ctx.db, 1)
})

const usedNonces = async () =>
  BigInt(await ctx.chain(1).client.getTransactionCount({ address: solverAddress(ctx, 1) }))
const countTransfers = () => ctx.db.solverTransaction.count()

/** Stores a settlement that was signed at this many nonces after the next one, and is useful for this many blocks. */
async function signBeyond(gap: bigint, blocks: bigint) {
  const nonce = (await usedNonces()) + gap
  const signed = await signSettlement(ctx, {
    chainId: 1,
    nonce,
    gas: 60_000n,
    fees,
    callData: '0x',
  })
  return insertSettlementTransaction(ctx.db, {
    ...{ chainId: 1, solverAddress: solverAddress(ctx, 1), nonce, epoch: 1n },
    ...{ txHash: signed.hash, rawTransaction: signed.raw, orderUids: [`0x${'ab'.repeat(56)}`] },
    ...{ maxFee: undefined, value: 1n, privateUntilBlock: undefined },
    deadlineBlock: (await ctx.chain(1).client.getBlockNumber()) + blocks,
    createdAt: new Date(ctx.now()),
  })
}

/** Stores a transaction that a reorg dropped at each of this many nonces from the next one on. */
async function dropTransactions(count: bigint): Promise<void> {
  for (let gap = 0n; gap < count; gap += 1n) {
    const { id } = await signBeyond(gap, 0n)
    const data = { state: 'mined', blockNumber: 1n } as const
    await ctx.db.settlementTransaction.update({ where: { id }, data })
  }
}

test('pays for no nonce that this service has not signed, and pauses past the deadline', async () => {
  const used = await usedNonces()
  const transaction = await signBeyond(100_000n, 1n)
  expect(await followNonce(ctx, transaction, leadership)).toBeUndefined()
  expect(await findSettlementPause(ctx.db, 1)).toBeUndefined()
  await fixture.rpc('anvil_mine', ['0x2'])
  const error = `signed at nonce ${transaction.nonce} while the next one is ${used}: a node was wrong, or others use the key`
  expect(await followNonce(ctx, transaction, leadership)).toEqual({ state: 'abandoned', error })
  expect((await findSettlementPause(ctx.db, 1))?.reason).toBe(error)
  expect(await countTransfers()).toBe(0)
  expect(await usedNonces()).toBe(used)
})

test('fills no part of a gap that is partly not its own', async () => {
  await dropTransactions(2n)
  expect(await followNonce(ctx, await signBeyond(3n, 10n), leadership)).toBeUndefined()
  expect(await countTransfers()).toBe(0)
})

test('fills the nonces of 20 dropped transactions', async () => {
  const used = await usedNonces()
  await dropTransactions(20n)
  expect(await followNonce(ctx, await signBeyond(20n, 10n), leadership)).toBeUndefined()
  await expect.poll(usedNonces).toBe(used + 20n)
  expect(await countTransfers()).toBe(20)
})

test('fills no gap of more than 20 nonces', async () => {
  await dropTransactions(21n)
  expect(await followNonce(ctx, await signBeyond(21n, 10n), leadership)).toBeUndefined()
  expect(await countTransfers()).toBe(0)
})
