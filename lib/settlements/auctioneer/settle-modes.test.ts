import { numberToHex } from 'viem'
import { beforeEach, expect } from 'vitest'
import { buildAuction } from '@/lib/auctions/build/build-auction'
import { reserveAuctionId } from '@/lib/auctions/competition/competition-store'
import { runAuction } from '@/lib/auctions/selection/run-auction'
import { competingSolvers } from '@/lib/auctions/solvers/competing-solvers'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { runOperator } from '@/lib/operator/run-operator'
import { getOrder } from '@/lib/orders/queries/list-orders'
import { viewOrder } from '@/lib/orders/queries/order-view'
import { followShadows } from '@/lib/settlements/submission/follow-shadows'
import { prepareSettlement } from '@/lib/settlements/submission/prepare-settlement'
import { listShadowSettlements } from '@/lib/settlements/submission/shadow-store'
import { simulateSettlement } from '@/lib/settlements/submission/simulate-settlement'
import { signRefund, signSettlement } from '@/lib/settlements/submission/solver-account'
import { submitSettlement } from '@/lib/settlements/submission/submit-settlement'
import { listLiveSettlements } from '@/lib/settlements/submission/transaction-store'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { listPushablePools, pushPools } from '@/lib/testing/chain/push-pool'
import { testWith } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { findValueCaps } from './canary'
import { runRound } from './run-round'

const ether = 10n ** 18n
let fixture: SolverFixture

const test = testWith({ EMBEDDED_CHAIN_IDS: '' })

test.beforeAll(({ solver }) => {
  fixture = solver
})
beforeEach(async () => {
  await fixture.ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await fixture.ctx.db.settlementTransaction.updateMany({ data: { value: null } })
})

/** The fixture's worker with other settings. */
const workerWith = (environment: Readonly<Record<string, string>>): Context =>
  createTestContext({
    db: fixture.ctx.db,
    rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
    environment: { SOLVER_PRIVATE_KEY: fixture.network.solver.privateKey, ...environment },
  })
/** The command checks that a database is configured. */
const withUrl = (ctx: Context): Context => ({
  ...ctx,
  config: { ...ctx.config, databaseUrl: 'postgres://unused' },
})
const settle = (ctx: Context) => runRound(ctx, { chainId: 1, epoch: 1n })
const exclusionOf = async (uid: Hex) => {
  const order = viewOrder(await getOrder(fixture.ctx, { chainId: 1, uid }))
  return 'exclusion' in order ? order.exclusion : undefined
}
/** The operator's view. */
async function report(ctx: Context, command: string): Promise<Record<string, unknown>[]> {
  const printed: string[] = []
  const terminal = { print: (text: string) => printed.push(text), printError: () => {} }
  const code = await runOperator(withUrl(ctx), {
    argv: [...command.split(' '), '--json'],
    user: 'test',
    terminal: { ...terminal, ask: undefined },
  })
  expect(code).toBe(0)
  return JSON.parse(printed.join('\n'))
}
const mine = async (blocks: number) => {
  for (let block = 0; block < blocks; block += 1) await fixture.rpc('evm_mine', [])
}
const solverNonce = () =>
  fixture.ctx.chain(1).client.getTransactionCount({ address: fixture.network.solver.address })

test('shadow mode simulates, stores and follows a settlement, and sends nothing', async () => {
  const ctx = workerWith({ SETTLE: 'shadow' })
  const { uid } = await fixture.place(1, {})
  const nonce = await solverNonce()
  const { state, auctionId } = await settle(ctx)
  expect(state).toBe('idle')
  expect(await exclusionOf(uid)).toEqual({ code: 'settlingOff' })
  const winner = await ctx.db.solution.findFirstOrThrow({
    where: { auctionId: auctionId ?? 0n, isWinner: true },
  })
  expect(winner).toMatchObject({ transactionId: null, fault: '{"code":"settlingOff"}' })
  const [kept] = await listShadowSettlements(ctx.db, { chainId: 1, limit: 1 })
  expect(kept).toMatchObject({ auctionId, orderUids: [uid], value: ether, followed: [] })
  // The order stays excluded over several rounds.
  expect((await settle(ctx)).auctionId).toBeUndefined()

  await mine(4)
  await followShadows(ctx, 1)
  const [followed] = await listShadowSettlements(ctx.db, { chainId: 1, limit: 1 })
  const { blockNumber = 0n, gas } = followed ?? {}
  const [block, ...others] = followed?.followed ?? []
  expect(others).toEqual([])
  expect(block).toMatchObject({ block: Number(blockNumber) + 1, gas: String(gas) })
  // The pools are unchanged, and gas costs almost nothing.
  expect(block?.kept).toBe(String(kept?.kept))
  const [bought, alone] = [
    BigInt(kept?.trades[0]?.buyAmount ?? 0),
    BigInt(block?.alone?.[uid] ?? 0),
  ]
  expect(Number(alone) / Number(bought)).toBeCloseTo(1, 3)
  expect(await ctx.db.settlementTransaction.count({ where: { orderUids: { has: uid } } })).toBe(0)
  expect(await solverNonce()).toBe(nonce)
})

test('the report compares orders with the pools of the block that would have contained them', async () => {
  const ctx = workerWith({ SETTLE: 'shadow' })
  const [weth, usdc] = [fixture.token('WETH'), fixture.token('USDC')]
  const sale = await fixture.place(5, { sellAmount: ether })
  const purchase = await fixture.place(6, {
    ...{ sellToken: usdc, buyToken: weth, kind: 'buy' },
    ...{ sellAmount: 10_000n * 10n ** 6n, buyAmount: ether },
  })
  const { auctionId } = await settle(ctx)
  const [kept] = await listShadowSettlements(ctx.db, { chainId: 1, limit: 1 })
  expect(new Set(kept?.orderUids)).toEqual(new Set([sale.uid, purchase.uid]))
  await mine(1)
  await followShadows(ctx, 1)

  const [shown] = await report(ctx, `shadow show ${auctionId}`)
  expect(shown).toMatchObject({ transaction: 1, end: 'mined', orders: 2 })
  const trades = shown?.trades as readonly { order: Hex; kind: string; bps: number }[]
  expect(trades.map(({ kind }) => kind).toSorted()).toEqual(['buy', 'sell'])
  // They trade with no pool: both receive more than a pool would pay.
  for (const { bps } of trades) expect(bps).toBeGreaterThan(0)
  expect(trades.reduce((sum, { bps }) => sum + bps, 0)).toBeLessThan(100)
  const [totals] = await report(ctx, 'shadow totals --days 1')
  expect(totals).toMatchObject({ network: 'mainnet', day: 'all', bps: expect.any(Number) })
})

test('shadow mode stores all transactions of an auction, each simulated after the previous ones', {
  tags: ['long-only'],
}, async () => {
  const ctx = workerWith({ SETTLE: 'shadow' })
  const suspect = await fixture.place(1, { sellAmount: ether / 10n })
  // Solvers assume slightly less gas than it takes, and a gas price an eighth above the base fee. The first trade of a
  // pool and the first holder of a token cost more than that.
  const traded = (await listPushablePools(fixture.rpc)).filter(({ tokens }) =>
    [suspect.sellToken, suspect.buyToken].every((token) => tokens.includes(token)),
  )
  await pushPools(fixture.rpc, traded, 1.001)
  await fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(20n * 10n ** 9n)])
  await fixture.rpc('evm_mine', [])
  for (const holder of [suspect.owner, defaultSettlement])
    await fixture.rpc('anvil_dealERC20', [holder, suspect.buyToken, '0x1'])
  const [dai, gno] = [fixture.token('DAI'), fixture.token('GNO')]
  const other = await fixture.place(2, { sellToken: gno, buyToken: dai, sellAmount: ether })
  const data = { failedSettlements: 1 }
  await ctx.db.order.update({ where: { uid: suspect.uid }, data })
  const { auctionId } = await settle(ctx)
  const kept = (await listShadowSettlements(ctx.db, { chainId: 1, limit: 2 })).reverse()
  expect(kept.map((each) => each.auctionId)).toEqual([auctionId, auctionId])
  expect(kept.map(({ orderUids }) => orderUids)).toEqual([[other.uid], [suspect.uid]])
  const [, second] = kept
  expect(second).toMatchObject({ value: ether / 10n })
  expect(second?.trades).toMatchObject([{ kind: 'sell', sellAmount: String(ether / 10n) }])
  expect(BigInt(second?.trades[0]?.surplus ?? 0)).toBeGreaterThan(0n)
  // Neither joins another auction.
  expect((await settle(ctx)).auctionId).toBeUndefined()

  // After the first one, nothing is left of the second one's order.
  const { callData = '0x' as Hex, tokens = [] } = second ?? {}
  const from = fixture.network.solver.address
  const fees = { maxFeePerGas: second?.maxFee ?? 0n, maxPriorityFeePerGas: second?.tip ?? 0n }
  const call = { chainId: 1, from, callData, fees, tokens }
  expect(await simulateSettlement(ctx, call)).toMatchObject({ gas: second?.gas })
  const again = await simulateSettlement(ctx, { ...call, earlier: [callData] })
  expect(again).toMatchObject({ fault: { code: 'reverts', reason: 'GPv2: order filled' } })
  await mine(3)
  await followShadows(ctx, 1)
  const both = (await listShadowSettlements(ctx.db, { chainId: 1, limit: 2 })).reverse()
  // The second one is sent once the first one is mined.
  const [head = 0n] = both.map(({ blockNumber }) => blockNumber)
  expect(both.map(({ followed }) => followed)).toMatchObject([
    [{ block: Number(head) + 1, kept: expect.any(String) }],
    [{ block: Number(head) + 2, kept: expect.any(String) }],
  ])
})

test('the report shows that a settlement reverts in later blocks', {
  tags: ['long-only'],
}, async () => {
  const ctx = workerWith({ SETTLE: 'shadow' })
  const order = await fixture.place(2, {})
  await settle(ctx)
  // Its owner withdraws the tokens.
  await fixture.rpc('anvil_dealERC20', [order.owner, order.sellToken, '0x0'])
  await mine(3)
  await settle(ctx)
  const [row] = await report(ctx, 'shadow list --network mainnet --limit 1')
  expect(row).toMatchObject({ network: 'mainnet', orders: 1, end: 'reverted', bps: 'unknown' })
  expect(row?.cause).toMatch(/^reverts: /)
  expect(Number(row?.spent)).toBeGreaterThan(0)
  expect(Number(row?.net)).toBe(-Number(row?.spent))
  const [shown] = await report(ctx, `shadow show ${row?.auction}`)
  expect(shown).toMatchObject({ failingOrders: [order.uid] })
})

test('signs neither settlements nor refunds in shadow mode', async () => {
  const ctx = workerWith({ SETTLE: 'shadow' })
  const fees = { maxFeePerGas: 1n, maxPriorityFeePerGas: 0n }
  const call = { chainId: 1, nonce: 0n, gas: 21_000n, fees, callData: '0x' } as const
  await expect(signSettlement(ctx, call)).rejects.toThrow('SETTLE is shadow')
  const [to = '0x'] = ctx.config.onchainOrderContracts.get(1) ?? []
  await expect(signRefund(ctx, { ...call, to })).rejects.toThrow('SETTLE is shadow')
})

test('a canary settles orders up to the order cap, and up to the day cap in total', async () => {
  const caps = { CANARY_ORDER_NATIVE: '0.5', CANARY_DAY_NATIVE: '0.9' }
  const ctx = workerWith({ SETTLE: 'canary', ...caps })
  const large = await fixture.place(3, { sellAmount: ether })
  const first = await fixture.place(4, { sellAmount: ether / 2n })
  expect((await settle(ctx)).state).toBe('mined')
  expect(await fixture.filled(first)).toBe(first.sellAmount)
  expect(await exclusionOf(large.uid)).toEqual({ code: 'overCap', cap: 'order' })
  await fixture.index()

  const second = await fixture.place(5, { sellAmount: ether / 2n })
  const small = await fixture.place(6, { sellAmount: ether / 4n })
  expect((await settle(ctx)).state).toBe('mined')
  expect(await fixture.filled(small)).toBe(small.sellAmount)
  await fixture.index()
  await settle(ctx)
  expect(await exclusionOf(second.uid)).toEqual({ code: 'overCap', cap: 'day' })
  expect(await fixture.filled(second)).toBe(0n)
  expect(await listLiveSettlements(ctx.db, 1)).toEqual([])
})

test('a canary compares the open part of an order with the order cap', {
  tags: ['long-only'],
}, async () => {
  const order = await fixture.place(3, { sellAmount: ether, partiallyFillable: true })
  const fund = (amount: bigint) =>
    fixture.rpc('anvil_dealERC20', [order.owner, order.sellToken, numberToHex(amount)])
  await fund((6n * ether) / 10n)
  expect((await settle(workerWith({ SETTLE: 'on' }))).state).toBe('mined')
  await fixture.index()
  expect(await fixture.filled(order)).toBe((6n * ether) / 10n)

  await fund(ether)
  const caps = { CANARY_ORDER_NATIVE: '0.5', CANARY_DAY_NATIVE: '9' }
  expect((await settle(workerWith({ SETTLE: 'canary', ...caps }))).state).toBe('mined')
  expect(await fixture.filled(order)).toBe(ether)
  await fixture.index()
})

test('a canary settles as many orders as fit the day cap, even across workers', {
  tags: ['long-only'],
}, async () => {
  const caps = { CANARY_ORDER_NATIVE: '1', CANARY_DAY_NATIVE: '1.2' }
  const orders = [
    await fixture.place(7, { sellAmount: ether }),
    await fixture.place(8, { sellAmount: ether / 2n }),
    await fixture.place(9, { sellAmount: ether / 2n }),
  ]
  const sum = async () => {
    const filled = await Promise.all(orders.map((order) => fixture.filled(order)))
    return filled.reduce((total, amount) => total + amount, 0n)
  }
  // Each worker has lost the exclusions of the previous one.
  for (let round = 0; round < 4; round += 1) {
    const ctx = workerWith({ SETTLE: 'canary', ...caps })
    await settle(ctx)
    await settle(ctx)
    await fixture.index()
    expect(await sum()).toBeLessThanOrEqual((12n * ether) / 10n)
  }
  expect(await sum()).toBe(ether)
})

test('the day cap counts settlements that are mined or may still be mined, but no reverts', async () => {
  const ctx = workerWith({ SETTLE: 'canary', CANARY_DAY_NATIVE: '2' })
  await fixture.place(1, { sellAmount: ether / 20n })
  expect((await settle(ctx)).state).toBe('mined')
  const { id, value } = await ctx.db.settlementTransaction.findFirstOrThrow({
    orderBy: { id: 'desc' },
  })
  const day = async () => (await findValueCaps(ctx, 1))?.day
  const sold = BigInt(value?.toFixed(0) ?? 0)
  expect(sold).toBe(ether / 20n)
  for (const [state, counted] of [
    ['sent', sold],
    ['prepared', sold],
    ['abandoned', sold],
    ['failed', 0n],
    ['mined', sold],
  ] as const) {
    await ctx.db.settlementTransaction.update({ where: { id }, data: { state } })
    expect([state, await day()]).toEqual([state, 2n * ether - counted])
  }
})

test('the database rejects a settlement that no longer fits the day cap', async () => {
  const ctx = workerWith({ SETTLE: 'canary', CANARY_ORDER_NATIVE: '1', CANARY_DAY_NATIVE: '1' })
  const { uid } = await fixture.place(1, { sellAmount: ether / 2n })
  const { auction } = await buildAuction(ctx, { chainId: 1, without: new Map() })
  if (!auction) throw new Error('there is no auction')
  const [best] = await runAuction(ctx, auction, { competitors: competingSolvers(ctx) })
  if (!best) throw new Error('there is no solution')
  const auctionId = await reserveAuctionId(ctx.db)
  const prepared = await prepareSettlement(ctx, { auction, auctionId }, best.solution)
  if ('fault' in prepared) throw new Error(prepared.fault.code)
  // Meanwhile others have used up most of the daily cap.
  const { id } = await ctx.db.settlementTransaction.findFirstOrThrow({ where: { state: 'mined' } })
  const data = { value: String((6n * ether) / 10n), createdAt: new Date(ctx.now()) }
  await ctx.db.settlementTransaction.update({ where: { id }, data })
  const count = await ctx.db.settlementTransaction.count()
  const ranked = { ...best, isWinner: true, filteredOut: false }
  const result = await submitSettlement(ctx, {
    ...prepared,
    competition: {
      ...{ auctionId, solverAddress: fixture.network.solver.address, solutions: [ranked] },
      ...{ deadlineBlock: auction.blockNumber + 5n, createdAt: new Date(ctx.now()) },
      input: { auction, proposals: [], unfinishedSolvers: [] },
    },
    ...{ rankings: [1], epoch: 1n },
  })
  expect(result).toEqual({ state: 'busy' })
  expect(await ctx.db.settlementTransaction.count()).toBe(count)
  expect(await fixture.filled({ uid })).toBe(0n)
})
