import { numberToHex } from 'viem'
import { beforeEach, describe, expect } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import {
  deleteSettlementPause,
  findSettlementPause,
} from '@/lib/settlements/submission/settlement-pause-store'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testWith } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'
import { insertCost, listDayBooks, type SettlementCost } from './cost-store'
import { holdToLossBudget } from './loss-budget'
import { listAccountProblems } from './solver-account-store'
import { hasFunds, noteRefusal } from './solver-funds'

const milli = 10n ** 15n
const test = testWith({ EMBEDDED_CHAIN_IDS: '' })
let fixture: SolverFixture
let count = 0n

test.beforeAll(async ({ solver }) => {
  fixture = solver
  await repeat(() => discoverPools(fixture.ctx, { chainId: 1 }), Boolean)
})
beforeEach(async () => {
  await fixture.ctx.db.settlementCost.deleteMany()
  await deleteSettlementPause(fixture.ctx.db, 1)
})

/** Stores a cost of this long ago; amounts in thousandths of an ether. */
async function book(cost: bigint, kept = 0n, { owed = 0n, hoursAgo = 1 } = {}): Promise<void> {
  count += 1n
  const txHash: Hex = `0x${count.toString(16).padStart(64, '0')}`
  const row: SettlementCost = {
    ...{ chainId: 1, txHash, kind: 'settlement', succeeded: kept > 0n, nonce: count },
    ...{ solverAddress: fixture.network.solver.address, blockNumber: count, blockHash: txHash },
    ...{ timestamp: Math.floor(fixture.ctx.now() / 1_000) - hoursAgo * 3_600 },
    ...{ gasUsed: 100_000n, gasPrice: (cost * milli) / 100_000n },
    ...{ gasWei: cost * milli, l1Wei: 0n, costWei: cost * milli },
    ...{ auctionId: undefined, kept: undefined, keptWei: kept * milli, owedWei: owed * milli },
    ...{ slackWei: 0n, burnWei: 0n },
  }
  await insertCost(fixture.ctx.db, row)
}

const pauseAfter = async () => {
  await holdToLossBudget(fixture.ctx, 1)
  return findSettlementPause(fixture.ctx.db, 1)
}

describe('LOSS_PER_DAY', () => {
  test('pauses settling after a loss of more than 0.02 ether in 24 hours, and states the reason', async () => {
    await book(15n)
    await book(90n, 0n, { hoursAgo: 25 })
    expect(await pauseAfter()).toBeUndefined()
    await book(6n)
    expect((await pauseAfter())?.reason).toBe(
      'lost 0.021 ETH in 24 hours, more than LOSS_PER_DAY (0.02)',
    )
  })

  test('offsets gas with what settlements keep, except for amounts owed to others', async () => {
    for (let trade = 0; trade < 10; trade += 1) await book(50n, 51n)
    expect(await pauseAfter()).toBeUndefined()
    await book(1n, 32n, { owed: 31n + 32n })
    expect(await pauseAfter()).toBeDefined()
  })

  test('ignores losses from before an operator resumed settling', async () => {
    await book(40n)
    const resumed = {
      action: 'resume-settling',
      target: 'mainnet',
      operator: 'a',
      reason: 'b',
      details: {},
    }
    await fixture.ctx.db.operatorAction.create({
      data: { ...resumed, at: new Date(fixture.ctx.now()) },
    })
    expect(await pauseAfter()).toBeUndefined()
    await fixture.ctx.db.operatorAction.deleteMany().catch(() => undefined)
  })
})

test('sums the books of a day per network', async () => {
  await book(3n, 5n, { owed: 1n })
  await book(2n)
  const days = await listDayBooks(fixture.ctx.db, {
    since: new Date(fixture.ctx.now() - 86_400_000),
  })
  expect(days.reduce((sum, { profitWei }) => sum + profitWei, 0n)).toBe(-1n * milli)
  expect(days.reduce((sum, { settlements, reverts }) => sum + settlements * 10 + reverts, 0)).toBe(
    11,
  )
})

describe('a low solver balance', () => {
  const setBalance = (wei: bigint) =>
    fixture.rpc('anvil_setBalance', [fixture.network.solver.address, numberToHex(wei)])

  test('raises an alarm below three transactions, and stops auctions below one', async () => {
    const { ctx } = fixture
    await setBalance(250n * milli)
    ctx.slots.delete('settlements/solver-funds')
    expect(await hasFunds(ctx, 1)).toBe(true)
    expect((await listAccountProblems(ctx.db))[0]?.fundsProblem).toContain('three times')
    await setBalance(99n * milli)
    ctx.slots.delete('settlements/solver-funds')
    const order = await fixture.place(1, {})
    const auctions = await ctx.db.auction.count()
    expect(await runRound(ctx, { chainId: 1, epoch: 1n })).toMatchObject({ state: 'idle' })
    const { exclusion } = await ctx.db.order.findUniqueOrThrow({ where: { uid: order.uid } })
    expect(exclusion).toEqual({ code: 'solverUnfunded' })
    expect(await ctx.db.auction.count()).toBe(auctions)
    await setBalance(400n * milli)
    expect(await hasFunds(ctx, 1)).toBe(true)
    expect(await listAccountProblems(ctx.db)).toEqual([])
  })

  test('costs one auction, not one per round, if a submission reveals it', async () => {
    const { ctx } = fixture
    await setBalance(10n ** 18n)
    ctx.slots.delete('settlements/solver-funds')
    expect(await hasFunds(ctx, 1)).toBe(true)
    await setBalance(1n)
    await fixture.place(2, {})
    const auctions = await ctx.db.auction.count()
    const states = []
    for (let round = 0; round < 3; round += 1) states.push((await fixture.settle()).state)
    expect(states).toEqual(['failed', 'idle', 'idle'])
    expect(await ctx.db.auction.count()).toBe(auctions + 1)
    expect((await listAccountProblems(ctx.db))[0]?.fundsProblem).toContain('refused a transaction')
    await setBalance(10n ** 18n)
    ctx.slots.delete('settlements/solver-funds')
    await hasFunds(ctx, 1)
  })

  test('stops auctions for a minute when a node rejects a submission for it', async () => {
    const { ctx } = fixture
    await noteRefusal(ctx, 1, 'nonce too low')
    expect(await hasFunds(ctx, 1)).toBe(true)
    await noteRefusal(ctx, 1, 'insufficient funds for gas * price + value')
    expect(await hasFunds(ctx, 1)).toBe(false)
    expect((await listAccountProblems(ctx.db))[0]?.fundsProblem).toContain('insufficient funds')
  })
})
