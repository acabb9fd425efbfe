import { encodeFunctionData } from 'viem'
import { beforeAll, beforeEach, describe, expect } from 'vitest'
import { findAuctionInput } from '@/lib/auctions/competition/competition-store'
import type { Auction } from '@/lib/auctions/model/auction'
import { erc20Abi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { sendTransaction } from '@/lib/devnet/rpc'
import type { NewOrder } from '@/lib/orders/order-record'
import { runRound } from '@/lib/settlements/auctioneer/run-round'
import {
  listSettledSolutions,
  type SettledSolution,
} from '@/lib/settlements/auctioneer/settled-solution-query'
import { findSettlementPause } from '@/lib/settlements/submission/settlement-pause-store'
import type { SettlementTransaction } from '@/lib/settlements/submission/transaction-store'
import { operateOn } from '@/lib/testing/accounts/operator-fixture'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testWith } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { checkCounts, checkSettlement } from './check-settlement'
import { findViolations, type SettlementFacts } from './find-violations'

let fixture: SolverFixture
let ctx: Context
let auction: Auction
let solutions: SettledSolution[]
let facts: SettlementFacts

const test = testWith({ VOLUME_FEE_BPS: '20' })

test.beforeAll(async ({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
  await fixture.place(1, { buyAmount: 10n ** 6n })
  const [sellToken, buyToken] = [fixture.token('USDC'), fixture.token('WETH')]
  await fixture.place(2, { sellToken, buyToken, sellAmount: 10n ** 9n, buyAmount: 10n ** 9n })
  await fixture.place(3, { kind: 'buy', buyToken: sellToken, buyAmount: 10n ** 9n })
  const { auctionId = 0n } = await fixture.settle()
  const input = await findAuctionInput(ctx.db, auctionId)
  const row = await ctx.db.settlementTransaction.findFirstOrThrow()
  if (!input) throw new Error('the auction is not stored')
  auction = input.auction
  solutions = await listSettledSolutions(ctx.db, row.id)
  const fills = solutions.flatMap(({ orders }) => orders)
  facts = { fills, changes: new Map(), filled: new Map() }
})
beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

test('checks each mined settlement, and finds no violation', async () => {
  const before = checkCounts(ctx).checked
  await fixture.place(1, { buyAmount: 10n ** 6n })
  expect((await fixture.settle()).state).toBe('mined')
  expect(checkCounts(ctx)).toEqual({ checked: before + 1, broken: 0 })
  expect(await findSettlementPause(ctx.db, 1)).toBeUndefined()
})

describe('findViolations', () => {
  const violated = (changed: Partial<SettlementFacts>, stored = solutions) =>
    findViolations(auction, stored, { ...facts, ...changed }).map(({ invariant }) => invariant)
  const [lower, higher] = [(amount: bigint) => amount / 2n, (amount: bigint) => amount * 2n]
  const first = () => {
    const [fill] = facts.fills
    if (!fill) throw new Error('nothing was settled')
    return fill
  }
  const withFirst = (change: Partial<SettlementFacts['fills'][number]>) => ({
    fills: [{ ...first(), ...change }, ...facts.fills.slice(1)],
  })

  test('finds none in a correct settlement', () => expect(violated({})).toEqual([]))

  test('finds a fill below the limit that differs from the stored one', () => {
    const found = violated(withFirst({ buyAmount: 1n }))
    expect(found).toContain('as stored')
    expect(found).toContain('limit')
  })

  test('finds a partial fill of a fill-or-kill order', () => {
    const { sellAmount, buyAmount } = first()
    const part = { sellAmount: lower(sellAmount), buyAmount: lower(buyAmount) }
    expect(violated(withFirst(part))).toContain('fill or kill')
  })

  test('finds an execution beyond the signed amount, in one fill or in total', () => {
    const { uid, sellAmount, buyAmount } = first()
    const twice = { sellAmount: higher(sellAmount), buyAmount: higher(buyAmount) }
    expect(violated(withFirst(twice))).toContain('executed within signed')
    expect(violated({ filled: new Map([[uid, higher(sellAmount)]]) })).toEqual([
      'executed within signed',
    ])
  })

  test('finds a missing fill', () => {
    expect(violated({ fills: facts.fills.slice(1) })).toEqual(['as stored'])
  })

  test('finds a price other than the uniform one, and a score other than the stored one', () => {
    const raised = solutions.map((solution) => ({
      ...solution,
      clearingPrices: new Map(
        [...solution.clearingPrices].map(([token, price], index) => [
          token,
          index ? price : price * 2n,
        ]),
      ),
    }))
    expect(violated({}, raised)).toContain('uniform price')
    const overscored = solutions.map((solution) => ({ ...solution, score: solution.score + 1n }))
    expect(violated({}, overscored)).toContain('score')
  })

  test('finds a token that the contract lost', () => {
    const changes = new Map<Address, bigint>([[fixture.token('USDC'), -1n]])
    expect(violated({ changes })).toEqual(['buffers'])
  })
})

test('checks in the next round a settlement that a stopped worker left unchecked', async () => {
  await fixture.place(1, { buyAmount: 10n ** 6n })
  const { txHash = '' } = await fixture.settle()
  await ctx.db.settlementTransaction.update({ where: { txHash }, data: { checkedAt: null } })
  const before = checkCounts(ctx).checked
  await fixture.settle()
  await fixture.settle()
  expect(checkCounts(ctx)).toEqual({ checked: before + 1, broken: 0 })
})

describe('after a loss of a base token', () => {
  let order: NewOrder
  beforeAll(async () => {
    const { owner } = await fixture.place(1, { buyAmount: 10n ** 6n })
    await fixture.settle()
    const row = await ctx.db.settlementTransaction.findFirstOrThrow({ orderBy: { id: 'desc' } })
    const before = checkCounts(ctx).broken
    await checkSettlement(ctx, row as unknown as SettlementTransaction, await loseOne(owner))
    expect(checkCounts(ctx).broken).toBe(before + 1)
  })
  beforeEach(async () => {
    order = await fixture.place(1, { buyAmount: 10n ** 6n })
  })

  test('the worker settles nothing', async () => {
    expect((await findSettlementPause(ctx.db, 1))?.reason).toMatch(/lost 1 of 0x/)
    expect((await fixture.settle()).state).toBe('idle')
  })

  test('another or restarted worker settles nothing either', async () => {
    const { chain, config, db } = ctx
    const restarted = createTestContext({
      db,
      rpcUrls: new Map([[1, fixture.network.rpcUrl]]),
      environment: { EMBEDDED_CHAIN_IDS: '1', SOLVER_PRIVATE_KEY: config.solverKeys.get(1) ?? '' },
    })
    expect(restarted.chain).not.toBe(chain)
    expect((await runRound(restarted, { chainId: 1, epoch: 1n })).state).toBe('idle')
    expect(await ctx.db.order.count({ where: { uid: order.uid, status: 'open' } })).toBe(1)
  })

  test('settling continues once an operator sees the reason and resumes it', async () => {
    const withUrl = { ...ctx, config: { ...ctx.config, databaseUrl: 'postgresql://is-open' } }
    const operate = async (line: string) => (await operateOn(withUrl, line)).out
    expect(await operate('settlement list')).toMatch(/mainnet +\S+ +the contract lost 1 of 0x/)
    const resume = 'settlement resume mainnet --reason "the token was sent by hand" --yes'
    expect(await operate(resume)).toContain('done')
    expect(await operate('settlement list')).toBe('Nothing to show.\n')
    expect((await fixture.settle()).state).toBe('mined')
  })
})

/** A transaction in which the contract only loses, stored as a settlement. */
async function loseOne(receiver: Address): Promise<Hex> {
  const [token, from] = [fixture.token('USDC'), ctx.config.settlementContract]
  await fixture.rpc('anvil_impersonateAccount', [from])
  await fixture.rpc('anvil_setBalance', [from, '0xde0b6b3a7640000'])
  const data = encodeFunctionData({
    abi: erc20Abi,
    functionName: 'transfer',
    args: [receiver, 1n],
  })
  return (await sendTransaction(fixture.rpc, { from, to: token, data })).transactionHash
}
