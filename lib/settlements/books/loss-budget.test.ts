import { numberToHex } from 'viem'
import { afterEach, beforeEach, describe, expect } from 'vitest'
import type { Hex } from '@/lib/core/bytes'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import {
  deleteSettlementPause,
  findSettlementPause,
} from '@/lib/settlements/submission/settlement-pause-store'
import { signRefund, signSettlement } from '@/lib/settlements/submission/solver-account'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testWith } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'
import { insertCost, listDayBooks, type SettlementCost } from './cost-store'
import {
  countedSince,
  holdToLossBudget,
  isWithinLossBudget,
  isWithinRefundShare,
} from './loss-budget'
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
async function book(
  cost: bigint,
  kept = 0n,
  {
    owed = 0n,
    hoursAgo = 1,
    kind = 'settlement',
  }: { owed?: bigint; hoursAgo?: number; kind?: SettlementCost['kind'] } = {},
): Promise<void> {
  count += 1n
  const txHash: Hex = `0x${count.toString(16).padStart(64, '0')}`
  const row: SettlementCost = {
    ...{ chainId: 1, txHash, kind, succeeded: kept > 0n, nonce: count },
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

  test('does not count refunds', async () => {
    await book(15n)
    await book(90n, 0n, { kind: 'refund' })
    expect(await pauseAfter()).toBeUndefined()
    await book(6n, 0n, { kind: 'cancellation' })
    expect(await pauseAfter()).toBeDefined()
  })

  test('ignores losses from before an operator resumed settling, but no resumption of the future', async () => {
    await book(40n)
    const day = await countedSince(fixture.ctx, fixture.ctx.db, 1)
    const resumed = {
      action: 'resume-settling',
      target: 'mainnet',
      operator: 'a',
      reason: 'b',
      details: {},
    }
    const resumeAt = (at: Date) =>
      fixture.ctx.db.operatorAction.create({ data: { ...resumed, at } })
    await resumeAt(new Date('2100-01-01'))
    expect((await countedSince(fixture.ctx, fixture.ctx.db, 1)) - day).toBeLessThan(60)
    await resumeAt(new Date(fixture.ctx.now()))
    expect(await pauseAfter()).toBeUndefined()
    await fixture.ctx.db.operatorAction.deleteMany().catch(() => undefined)
  })
})

describe('a revert that is not in the books', () => {
  const gwei = 10n ** 9n

  /** Stores a reverted transaction with this gas limit, at most 100 gwei per gas. */
  async function revert(gas: bigint): Promise<bigint> {
    const { ctx, network } = fixture
    const fees = { maxFeePerGas: 100n * gwei, maxPriorityFeePerGas: gwei }
    const call = { chainId: 1, nonce: 1_000n + gas, gas, fees, callData: '0x' } as const
    const signed = await signSettlement(ctx, call)
    await ctx.db.settlementTransaction.create({
      data: {
        ...{ chainId: 1, solverAddress: network.solver.address, nonce: call.nonce, epoch: 1n },
        ...{ txHash: signed.hash, rawTransaction: signed.raw, state: 'failed' },
        orderUids: [`0x${'ab'.repeat(56)}`],
        ...{ deadlineBlock: 1n, createdAt: new Date(ctx.now()) },
      },
    })
    return call.nonce
  }

  afterEach(async () => {
    await fixture.ctx.db.settlementTransaction.deleteMany({ where: { nonce: { gte: 1_000n } } })
  })

  test('counts at its gas limit and maximum fee, and pauses nothing', async () => {
    // An operator has resumed settling in the test before.
    await book(10n, 0n, { hoursAgo: 0 })
    await revert(50_000n)
    expect(await isWithinLossBudget(fixture.ctx, 1)).toBe(true)
    await revert(60_000n)
    expect(await isWithinLossBudget(fixture.ctx, 1)).toBe(false)
    expect(await pauseAfter()).toBeUndefined()
  })

  test('counts at its cost once it is booked', async () => {
    const nonce = await revert(300_000n)
    expect(await isWithinLossBudget(fixture.ctx, 1)).toBe(false)
    await book(3n)
    await fixture.ctx.db.settlementCost.updateMany({ data: { nonce } })
    expect(await isWithinLossBudget(fixture.ctx, 1)).toBe(true)
  })

  test('keeps the next settlement from being sent until then', async () => {
    const { ctx } = fixture
    await revert(300_000n)
    const order = await fixture.place(3, {})
    const sent = () => ctx.db.settlementTransaction.count()
    const before = await sent()
    expect((await fixture.settle()).state).toBe('busy')
    expect(await sent()).toBe(before)
    await ctx.db.settlementTransaction.deleteMany({ where: { nonce: { gte: 1_000n } } })
    expect((await fixture.settle()).state).toBe('mined')
    expect(await fixture.filled(order)).toBe(order.sellAmount)
  })
})

test('refunds may cost a quarter of LOSS_PER_DAY in 24 hours, those that are not booked at their maximum', async () => {
  const { ctx, network } = fixture
  await book(60n, 0n)
  await book(60n, 0n, { kind: 'refund', hoursAgo: 25 })
  await book(4n, 0n, { kind: 'refund' })
  expect(await isWithinRefundShare(ctx, 1)).toBe(true)
  await book(2n, 0n, { kind: 'refund' })
  expect(await isWithinRefundShare(ctx, 1)).toBe(false)
  await ctx.db.settlementCost.deleteMany()
  const [to = '0x'] = ctx.config.onchainOrderContracts.get(1) ?? []
  const fees = { maxFeePerGas: 10n ** 11n, maxPriorityFeePerGas: 1n }
  const call = { chainId: 1, nonce: 900n, gas: 60_000n, fees, callData: '0x', to } as const
  const signed = await signRefund(ctx, call)
  const { id } = await ctx.db.settlementTransaction.create({
    data: {
      ...{ chainId: 1, solverAddress: network.solver.address, nonce: call.nonce, epoch: 1n },
      ...{ txHash: signed.hash, rawTransaction: signed.raw, state: 'mined', blockNumber: 1n },
      orderUids: [`0x${'ab'.repeat(56)}`],
      ...{ deadlineBlock: 1n, createdAt: new Date(ctx.now()) },
    },
  })
  expect(await isWithinRefundShare(ctx, 1)).toBe(false)
  await ctx.db.settlementTransaction.update({ where: { id }, data: { state: 'failed' } })
  expect(await isWithinRefundShare(ctx, 1)).toBe(false)
  // A reverted refund holds no settlement up.
  await book(15n, 0n, { hoursAgo: 0 })
  expect(await isWithinLossBudget(ctx, 1)).toBe(true)
  await ctx.db.settlementTransaction.delete({ where: { id } })
  expect(await isWithinRefundShare(ctx, 1)).toBe(true)
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
