import { type Hex, numberToHex } from 'viem'
import { afterEach, beforeEach, expect } from 'vitest'
import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { defaultSettlement } from '@/lib/core/networks'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { loadRevertRisk } from '@/lib/settlements/auctioneer/load-revert-risk'
import type { SettleOutcome } from '@/lib/settlements/auctioneer/run-round'
import { type SolverFixture, untilSent } from '@/lib/testing/auctions/solver-fixture'
import { openWallet, placeOfWallet } from '@/lib/testing/auctions/wallet-orders'
import { makeBurner, setBurn } from '@/lib/testing/chain/gas-burner'
import { openUntrustedMarket } from '@/lib/testing/chain/untrusted-market'
import { testWith } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'
import { listBurners } from './burner-store'

const gwei = 10n ** 9n
const ether = 10n ** 18n
/** Iterations whose gas no settlement's limit leaves. */
const tooMany = () => 1_000_000
/** Just more than the tolerance; a settlement calls the token three times, for 40 gas per iteration. */
const justTooMany = (simulatedGas: number) => Math.ceil((simulatedGas * 0.15 + 21_500) / (3 * 40))

let fixture: SolverFixture
let ctx: Context

// The settlement must cover its gas, as on real networks. A burn costs less than a quarter of the budget.
const test = testWith({ EMBEDDED_CHAIN_IDS: '', LOSS_PER_DAY: 'mainnet:10' })

test.beforeAll(async ({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
  await repeat(() => discoverPools(ctx, { chainId: 1 }), Boolean)
})
beforeEach(async () => {
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await ctx.db.burner.deleteMany()
  await ctx.db.settlementTransaction.updateMany({ data: { createdAt: new Date(0) } })
  await fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(20n * gwei)])
  await fixture.rpc('evm_mine', [])
})
afterEach(() => fixture.rpc('evm_setAutomine', [true]))

/** A contract wallet that burns gas on demand in its signature check. */
async function openBurner(seed: string): Promise<Address> {
  const owner = await openWallet(fixture, seed)
  await makeBurner(fixture.rpc, owner)
  return owner
}

/** Settles; the contract begins to burn gas between the simulation and the block. */
async function settleWhileBurning(
  contract: Address,
  iterationsFor: (simulatedGas: number) => number,
): Promise<SettleOutcome> {
  await fixture.rpc('evm_setAutomine', [false])
  const round = fixture.settle()
  await untilSent(ctx)
  const { simulatedGas } = await ctx.db.settlementTransaction.findFirstOrThrow({
    orderBy: { id: 'desc' },
  })
  await setBurn(fixture.rpc, contract, iterationsFor(Number(simulatedGas)))
  await fixture.rpc('evm_mine', [])
  await fixture.rpc('evm_setAutomine', [true])
  const outcome = await round
  await setBurn(fixture.rpc, contract, 0)
  await fixture.rpc('evm_mine', [])
  return outcome
}

const tokens = ['WETH', 'USDC']
const held = () =>
  Promise.all(tokens.map((symbol) => fixture.balanceOf(fixture.token(symbol), defaultSettlement)))

/** What the settlement contract gained since, at the auction's prices, less what its transactions cost, in wei. */
async function profitOf(before: readonly bigint[], { auctionId = 0n }: SettleOutcome) {
  const { auction } = (await findAuctionInput(ctx.db, auctionId)) ?? {}
  const after = await held()
  const kept = tokens.map((symbol, index) => {
    const price = auction?.prices.get(fixture.token(symbol).toLowerCase() as Address) ?? 0n
    return (((after[index] ?? 0n) - (before[index] ?? 0n)) * price) / ether
  })
  const rows = await ctx.db.settlementTransaction.findMany({
    where: { solutions: { some: { auctionId } } },
  })
  const paid = rows.map(async ({ txHash }) => {
    const hash = txHash as Hex
    const { gasUsed, effectiveGasPrice } = await ctx.chain(1).client.getTransactionReceipt({ hash })
    return gasUsed * effectiveGasPrice
  })
  const sum = (amounts: readonly bigint[]) => amounts.reduce((total, amount) => total + amount, 0n)
  return sum(kept) - sum(await Promise.all(paid))
}

test('isolates a wallet that burns gas and blocks it the second time, at the cost of two reverts', async () => {
  const wallet = await openBurner('a1')
  await placeOfWallet(fixture, 'a1')
  expect((await settleWhileBurning(wallet, tooMany)).state).toBe('failed')
  expect(await listBurners(ctx.db)).toMatchObject([{ address: wallet, burns: 1, isBlocked: false }])
  expect((await loadRevertRisk(ctx, 1)).isolated).toEqual(new Set([wallet]))

  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  const order = await placeOfWallet(fixture, 'a1')
  const other = await fixture.place(1, { buyAmount: 1n })
  const before = await held()
  const honest = await fixture.settle()
  const { auction } = (await findAuctionInput(ctx.db, honest.auctionId ?? 0n)) ?? {}
  const isolated = auction?.orders.flatMap(({ uid, isIsolated }) => (isIsolated ? [uid] : []))
  expect(isolated).toEqual([order.uid])
  expect(await fixture.filled(other)).toBe(other.sellAmount)
  expect(await profitOf(before, honest)).toBeGreaterThanOrEqual(0n)

  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await placeOfWallet(fixture, 'a1')
  expect((await settleWhileBurning(wallet, tooMany)).state).toBe('failed')
  expect(await listBurners(ctx.db)).toMatchObject([{ address: wallet, burns: 2, isBlocked: true }])
  const third = await placeOfWallet(fixture, 'a1')
  expect((await fixture.settle()).state).toBe('idle')
  const row = await ctx.db.order.findUniqueOrThrow({ where: { uid: third.uid } })
  expect(row.exclusion).toEqual({ code: 'blockedAfterReverts' })
})

test('charges an order for the gas that its token burns in a transfer', async () => {
  const by = fixture.network.accounts[0]?.address ?? '0x'
  const weth = fixture.token('WETH')
  await fixture.rpc('anvil_dealERC20', [by, weth, numberToHex(100n * ether)])
  const pair = { token: weth, held: 100n * ether, own: 1_000n * ether }
  const token = await openUntrustedMarket(fixture, { by, kind: 'plain', pairs: [pair] })
  await makeBurner(fixture.rpc, token)
  // A pair writes more storage in the first trade of a second: the simulation and the block are both later than this one.
  await fixture.rpc('evm_increaseTime', [10])
  await fixture.rpc('evm_mine', [])
  await fixture.place(1, { sellToken: weth, buyToken: token, sellAmount: ether })
  const before = await held()
  const outcome = await settleWhileBurning(token, justTooMany)
  expect(outcome.state).toBe('mined')
  expect(await profitOf(before, outcome)).toBeGreaterThanOrEqual(0n)
  expect(await listBurners(ctx.db)).toMatchObject([{ address: token, burns: 1 }])
})

test('does not count gas within the tolerance as a burn', { tags: ['long-only'] }, async () => {
  const wallet = await openBurner('c3')
  await placeOfWallet(fixture, 'c3')
  expect((await settleWhileBurning(wallet, () => 200)).state).toBe('mined')
  expect(await listBurners(ctx.db)).toEqual([])
})

test('treats a receiver of the native token with code as untrusted, even if it is the owner', {
  tags: ['long-only'],
}, async () => {
  const { owner } = await fixture.place(2, { buyToken: nativeToken })
  const receiverHasCode = async () => {
    const { auctionId = 0n } = await fixture.settle()
    const { auction } = (await findAuctionInput(ctx.db, auctionId)) ?? {}
    return auction?.orders.map((entry) => entry.receiverHasCode ?? false)
  }
  expect(await receiverHasCode()).toEqual([false])
  await ctx.db.order.updateMany({ data: { status: 'cancelled' } })
  await fixture.place(2, { buyToken: nativeToken })
  // Code that accepts every payment, as a delegation could (EIP-7702).
  await fixture.rpc('anvil_setCode', [owner, '0x00'])
  expect(await receiverHasCode()).toEqual([true])
})
