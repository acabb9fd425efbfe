import { decodeFunctionData, parseTransaction } from 'viem'
import { afterEach, expect } from 'vitest'
import { settlementAbi } from '@/lib/chain/contract-abis'
import type { Hex } from '@/lib/core/bytes'
import { calledPools } from '@/lib/liquidity/called-pools'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { insertCost } from '@/lib/settlements/books/cost-store'
import { holdToLossBudget } from '@/lib/settlements/books/loss-budget'
import { findSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import { movedCause } from '@/lib/settlements/submission/transaction-store'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testWith } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'
import { findAttackedPools } from './attacked-pools'
import { listCostlyReverts } from './costly-reverts'

const milli = 10n ** 15n
const test = testWith({ EMBEDDED_CHAIN_IDS: '', LOSS_PER_DAY: 'mainnet:0.02' })
let fixture: SolverFixture

test.beforeAll(async ({ solver }) => {
  fixture = solver
  await repeat(() => discoverPools(fixture.ctx, { chainId: 1 }), Boolean)
})
afterEach(async () => {
  const { db } = fixture.ctx
  await db.settlementTransaction.deleteMany({ where: { state: 'failed' } })
  await db.settlementCost.deleteMany()
})

/** Settles an order; returns the signed bytes. */
async function settle(account: number): Promise<Hex> {
  const order = await fixture.place(account, {})
  const { state, txHash = '0x' } = await fixture.settle()
  expect(state).toBe('mined')
  expect(await fixture.filled(order)).toBe(order.sellAmount)
  const where = { txHash }
  const row = await fixture.ctx.db.settlementTransaction.findUniqueOrThrow({ where })
  return row.rawTransaction as Hex
}

const poolsIn = (raw: Hex) => {
  const { args } = decodeFunctionData({
    abi: settlementAbi,
    data: parseTransaction(raw).data ?? '0x',
  })
  return calledPools((args as readonly unknown[])[3]?.[1 as never] ?? [])
}

/** The keys of the pools that are left out. */
async function attackedPools(ctx = fixture.ctx): Promise<ReadonlySet<string>> {
  const costly = await listCostlyReverts(ctx, 1)
  return costly ? findAttackedPools(ctx, 1, costly) : new Set()
}

let count = 0n

/** Stores that a settlement with these bytes reverted because pools moved, at this cost in thousandths of an ether. */
async function revert(raw: Hex, cost: bigint): Promise<void> {
  const { db } = fixture.ctx
  count += 1n
  const txHash: Hex = `0x${count.toString(16).padStart(64, '0')}`
  const at = { chainId: 1, solverAddress: fixture.network.solver.address, nonce: 10_000n + count }
  await db.settlementTransaction.create({
    data: {
      ...{ ...at, txHash, rawTransaction: raw, state: 'failed', error: movedCause, epoch: 1n },
      orderUids: [`0x${'ab'.repeat(56)}`],
      ...{ deadlineBlock: 1n, createdAt: new Date(fixture.ctx.now()) },
    },
  })
  const wei = { gasWei: cost * milli, costWei: cost * milli, l1Wei: 0n }
  await insertCost(db, {
    ...{ ...at, ...wei, txHash, kind: 'settlement', succeeded: false },
    ...{ blockNumber: count, blockHash: txHash, timestamp: Math.floor(fixture.ctx.now() / 1_000) },
    ...{ gasUsed: 1n, gasPrice: cost * milli, auctionId: undefined, kept: undefined },
    ...{ keptWei: 0n, owedWei: 0n, slackWei: 0n, burnWei: 0n },
  })
}

test('leaves a pool out after reverts through it cost a quarter of LOSS_PER_DAY, and settles through others', async () => {
  const raw = await settle(1)
  await revert(raw, 4n)
  expect(await attackedPools()).toEqual(new Set())
  await revert(raw, 2n)
  const attacked = await attackedPools()
  expect(attacked).toEqual(poolsIn(raw))
  await holdToLossBudget(fixture.ctx, 1)
  expect(await findSettlementPause(fixture.ctx.db, 1)).toBeUndefined()
  const others = poolsIn(await settle(2))
  expect(others.size).toBeGreaterThan(0)
  expect([...others].filter((key) => attacked.has(key))).toEqual([])
})

test('uses a pool again once a settlement through it succeeds', async () => {
  const raw = await settle(3)
  await revert(raw, 6n)
  expect((await attackedPools()).size).toBeGreaterThan(0)
  const { db } = fixture.ctx
  await db.settlementTransaction.create({
    data: {
      ...{ chainId: 1, solverAddress: fixture.network.solver.address, nonce: 20_000n, epoch: 1n },
      ...{ txHash: `0x${'cd'.repeat(32)}`, rawTransaction: raw, state: 'mined' },
      orderUids: [`0x${'ab'.repeat(56)}`],
      ...{ deadlineBlock: 1n, blockNumber: 1n, createdAt: new Date(fixture.ctx.now()) },
    },
  })
  expect(await attackedPools()).toEqual(new Set())
})

test('leaves no pool out for reverts of more than a day ago', async () => {
  const raw = await settle(4)
  await revert(raw, 6n)
  const { ctx } = fixture
  expect(await attackedPools({ ...ctx, now: () => ctx.now() + 86_500_000 })).toEqual(new Set())
})
