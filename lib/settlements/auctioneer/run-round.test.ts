import { encodeFunctionData, parseAbi } from 'viem'
import { beforeEach, describe, expect } from 'vitest'
import { readCompetition, readCompetitionV2 } from '@/lib/api/order-book/auctions'
import { viewCompetition, viewCompetitionV2 } from '@/lib/auctions/competition/competition-view'
import { getCompetition } from '@/lib/auctions/competition/get-competition'
import { erc20Abi, settlementAbi } from '@/lib/chain/contract-abis'
import type { Context } from '@/lib/context'
import { type Address, nativeToken } from '@/lib/core/address'
import { balancerVault, defaultSettlement, defaultVaultRelayer } from '@/lib/core/networks'
import { sendTransaction } from '@/lib/devnet/rpc'
import { readPools } from '@/lib/liquidity/pools/read-pools'
import type { NewOrder } from '@/lib/orders/order-record'
import { findRoute } from '@/lib/routing/find-route'
import { listLiveSettlements } from '@/lib/settlements/submission/transaction-store'
import { type SolverFixture, signAsSafe } from '@/lib/testing/auctions/solver-fixture'
import { completeOrder } from '@/lib/testing/orders/sign-test-order'
import { test } from '@/lib/testing/test'

const ether = 10n ** 18n
let fixture: SolverFixture
let ctx: Context

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = fixture.ctx
})

// The indexer does not run here: each test has its own orders.
beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

describe('one round settles', () => {
  test('an order against the pools, and publishes the competition', async () => {
    const order = await fixture.place(1, {})
    const before = await fixture.balanceOf(order.buyToken, order.owner)
    const outcome = await fixture.settle()
    expect(outcome.state).toBe('mined')
    expect(await fixture.filled(order)).toBe(order.sellAmount)
    const competition = await getCompetition(ctx, {
      chainId: 1,
      auctionId: outcome.auctionId ?? 0n,
    })
    const bought = BigInt(competition.solutions[0]?.orders[0]?.buyAmount ?? 0)
    expect((await fixture.balanceOf(order.buyToken, order.owner)) - before).toBe(bought)
    const best = Number(competition.solutions[0]?.orders[0]?.bound)
    expect(Number(bought) / best).toBeLessThanOrEqual(1)
    expect(Number(bought) / best).toBeGreaterThan(0.9999)
    expect(competition.solutions[0]).toMatchObject({ solver: 'route', isWinner: true, ranking: 1 })
    expect(readCompetition.response.parse(viewCompetition(competition))).toMatchObject({
      auctionId: Number(outcome.auctionId),
      transactionHashes: [outcome.txHash],
      auction: { orders: [order.uid] },
    })
    const byHash = await getCompetition(ctx, { chainId: 1, txHash: outcome.txHash ?? '0x' })
    const v2 = readCompetitionV2.response.parse(viewCompetitionV2(byHash))
    expect(v2).toMatchObject({ solutions: [{ txHash: outcome.txHash, referenceScore: '0' }] })
    expect(await getCompetition(ctx, { chainId: 1, latest: true })).toEqual(competition)
    await expect(getCompetition(ctx, { chainId: 1, auctionId: 999_999n })).rejects.toMatchObject({
      code: 'NotFound',
      message: 'solver competition not found',
    })
    const { input } = await ctx.chain(1).client.getTransaction({ hash: outcome.txHash ?? '0x' })
    expect(BigInt(`0x${input.slice(-16)}`)).toBe(outcome.auctionId)
    expect(await fixture.settle()).toMatchObject({ state: 'idle' })
  })

  test('two opposite orders against each other at one price', async () => {
    const [weth, usdc] = [fixture.token('WETH'), fixture.token('USDC')]
    const forth = await fixture.place(1, { sellAmount: ether, buyAmount: 100n })
    const price = await quoteOf(forth)
    await fixture.place(2, { sellToken: usdc, buyToken: weth, sellAmount: price, buyAmount: 100n })
    const outcome = await fixture.settle()
    expect(outcome.state).toBe('mined')
    const { solutions } = await getCompetition(ctx, {
      chainId: 1,
      auctionId: outcome.auctionId ?? 0n,
    })
    expect(solutions[0]).toMatchObject({ solver: 'batch', isWinner: true })
    expect(solutions[0]?.orders).toHaveLength(2)
    expect(solutions.length).toBeGreaterThan(1)
  })

  test('a buy order for exactly its buy amount', async () => {
    const buyAmount = 250_000_000n
    const order = await fixture.place(1, { kind: 'buy', sellAmount: ether, buyAmount })
    const before = await fixture.balanceOf(order.buyToken, order.owner)
    expect((await fixture.settle()).state).toBe('mined')
    expect((await fixture.balanceOf(order.buyToken, order.owner)) - before).toBe(buyAmount)
  })

  test('an order for the native token', async () => {
    const receiver = `0x${'a1'.repeat(20)}` as const
    const sellToken = fixture.token('USDC')
    await fixture.place(2, { sellToken, buyToken: nativeToken, sellAmount: 10n ** 9n, receiver })
    expect((await fixture.settle()).state).toBe('mined')
    expect(await ctx.chain(1).client.getBalance({ address: receiver })).toBeGreaterThan(
      ether / 100n,
    )
  })

  test('a partially fillable order as far as its owner can pay', async () => {
    const owner = fixture.network.accounts[3]?.address ?? '0x'
    const held = await fixture.balanceOf(fixture.token('WETH'), owner)
    const terms = { sellAmount: held * 2n, buyAmount: 2n, partiallyFillable: true }
    const order = await fixture.place(3, terms)
    expect((await fixture.settle()).state).toBe('mined')
    expect(await fixture.filled(order)).toBeGreaterThan(0n)
    expect(await fixture.filled(order)).toBeLessThanOrEqual(held)
  })

  test('an order of a contract wallet (eip1271)', async () => {
    const { safeWallet: safe, safeOwnerKey: ownerKey } =
      fixture.network.fixtures ?? Object.create(null)
    const sellToken = fixture.token('WETH')
    const data = encodeFunctionData({
      abi: erc20Abi,
      functionName: 'transfer',
      args: [safe, ether],
    })
    const from = fixture.network.accounts[1]?.address ?? '0x'
    await sendTransaction(fixture.rpc, { from, to: sellToken, data })
    const order = completeOrder({ ...pair(), sellAmount: ether, buyAmount: 1n })
    const signature = await signAsSafe(order, { safe, ownerKey })
    const placed = await fixture.placeSigned(order, {
      owner: safe,
      signingScheme: 'eip1271',
      signature,
    })
    expect((await fixture.settle()).state).toBe('mined')
    expect(await fixture.filled(placed)).toBe(ether)
  })

  test('an order that buys into a vault balance, and one that sells from it', async () => {
    const owner = fixture.network.accounts[5]?.address ?? '0x'
    const [weth, usdc] = [fixture.token('WETH'), fixture.token('USDC')]
    await fixture.place(5, { buyTokenBalance: 'internal' })
    expect((await fixture.settle()).state).toBe('mined')
    const held = (await internalBalance(owner, usdc)) ?? 0n
    expect(held).toBeGreaterThan(0n)
    const data = encodeFunctionData({
      abi: vaultAbi,
      functionName: 'setRelayerApproval',
      args: [owner, defaultVaultRelayer, true],
    })
    await sendTransaction(fixture.rpc, { from: owner, to: balancerVault, data })
    const terms = { sellToken: usdc, buyToken: weth, sellAmount: held } as const
    await fixture.place(5, { ...terms, sellTokenBalance: 'internal' })
    expect((await fixture.settle()).state).toBe('mined')
    expect(await internalBalance(owner, usdc)).toBe(0n)
  })

  test('a presigned order only once it is signed on chain', async () => {
    const owner = fixture.network.accounts[1]?.address ?? '0x'
    const order = completeOrder({ ...pair(), sellAmount: ether, buyAmount: 1n })
    const by = { owner, signingScheme: 'presign', signature: '0x' } as const
    const placed = await fixture.placeSigned(order, by)
    await ctx.db.order.updateMany({ where: { uid: placed.uid }, data: { signed: true } })
    expect((await fixture.settle()).state).toBe('idle')
    const data = encodeFunctionData({
      abi: settlementAbi,
      functionName: 'setPreSignature',
      args: [placed.uid, true],
    })
    await sendTransaction(fixture.rpc, { from: owner, to: defaultSettlement, data })
    expect((await fixture.settle()).state).toBe('mined')
    expect(await fixture.filled(placed)).toBe(ether)
  })
})

describe('an order that waits for its price does not stop other orders of its owner', () => {
  const limitPrice = (sellAmount: bigint) => (sellAmount * 40_000n * 10n ** 6n) / ether

  test('if it would use the whole balance', async () => {
    const owner = fixture.network.accounts[6]?.address ?? '0x'
    const held = await fixture.balanceOf(fixture.token('WETH'), owner)
    const waiting = await fixture.place(6, { sellAmount: held, buyAmount: limitPrice(held) })
    const swap = await fixture.place(6, { sellAmount: held / 2n, buyAmount: 1n })
    expect((await fixture.settle()).state).toBe('mined')
    expect(await fixture.filled(swap)).toBe(swap.sellAmount)
    expect(await fixture.filled(waiting)).toBe(0n)
  })

  test('if it would use the whole allowance', async () => {
    const owner = fixture.network.accounts[7]?.address ?? '0x'
    const waiting = await fixture.place(7, { sellAmount: ether, buyAmount: limitPrice(ether) })
    const swap = await fixture.place(7, { sellAmount: ether / 2n, buyAmount: 1n })
    const approval = { abi: erc20Abi, functionName: 'approve' } as const
    const data = encodeFunctionData({ ...approval, args: [defaultVaultRelayer, ether] })
    await sendTransaction(fixture.rpc, { from: owner, to: waiting.sellToken, data })
    expect((await fixture.settle()).state).toBe('mined')
    expect(await fixture.filled(swap)).toBe(swap.sellAmount)
  })
})

describe('several winners', () => {
  const competitionOf = async (auctionId = 0n) => getCompetition(ctx, { chainId: 1, auctionId })

  test('settle in one transaction if their prices are compatible', async () => {
    const [weth, dai, usdc] = [fixture.token('WETH'), fixture.token('DAI'), fixture.token('USDC')]
    const orders = [
      await fixture.place(1, { sellAmount: ether / 10n }),
      await fixture.place(1, { sellToken: weth, buyToken: dai, sellAmount: ether / 20n }),
      await fixture.place(2, { sellToken: usdc, buyToken: weth, sellAmount: 10n ** 8n }),
    ]
    const { state, auctionId } = await fixture.settle()
    expect(state).toBe('mined')
    const { solutions } = await competitionOf(auctionId)
    const winners = solutions.filter(({ isWinner }) => isWinner)
    const won = winners.flatMap((winner) => winner.orders)
    for (const { id, sellAmount } of won) {
      const order = orders.find(({ uid }) => uid === id)
      expect(order && (await fixture.filled(order))).toBe(BigInt(sellAmount))
    }
    expect(won.length).toBeGreaterThan(1)
    expect(winners.every(({ txHash }) => txHash !== undefined)).toBe(true)
    expect(winners.every(({ referenceScore }) => referenceScore !== undefined)).toBe(true)
    expect(await listLiveSettlements(ctx.db, 1)).toEqual([])
  })

  test('settle one after the other if they cannot be combined, and each is published once it is sent', async () => {
    const suspect = await fixture.place(1, { sellAmount: ether / 10n })
    const [dai, gno] = [fixture.token('DAI'), fixture.token('GNO')]
    const other = await fixture.place(2, {
      sellToken: gno,
      buyToken: dai,
      sellAmount: ether / 100n,
    })
    const failedSettlements = 1
    await ctx.db.order.update({ where: { uid: suspect.uid }, data: { failedSettlements } })
    const { state, auctionId } = await fixture.settle()
    expect(state).toBe('mined')
    expect([await fixture.filled(suspect), await fixture.filled(other)]).toEqual([
      ether / 10n,
      ether / 100n,
    ])
    const { solutions } = await competitionOf(auctionId)
    const hashes = solutions.flatMap(({ isWinner, txHash }) => (isWinner ? [txHash] : []))
    expect(hashes).toHaveLength(2)
    expect(new Set(hashes).size).toBe(2)
    const view = viewCompetitionV2(await competitionOf(auctionId))
    expect(readCompetitionV2.response.parse(view).transactionHashes).toHaveLength(2)
  })

  test('stay secret while unsent, and are abandoned before the next auction', async () => {
    const suspect = await fixture.place(1, { sellAmount: ether / 10n })
    const [dai, gno] = [fixture.token('DAI'), fixture.token('GNO')]
    const other = await fixture.place(2, {
      sellToken: gno,
      buyToken: dai,
      sellAmount: ether / 100n,
    })
    const data = { failedSettlements: 1 }
    await ctx.db.order.update({ where: { uid: suspect.uid }, data })
    const { auctionId } = await fixture.settle()
    const lost = { auctionId: auctionId ?? 0n, orders: { array_contains: [{ id: other.uid }] } }
    const where = { ...lost, isWinner: true }
    await ctx.db.solution.updateMany({ where, data: { transactionId: null } })
    const wins = async () =>
      (await competitionOf(auctionId)).solutions.filter(({ isWinner }) => isWinner)
    expect(await wins()).toHaveLength(1)
    expect((await fixture.settle()).state).toBe('idle')
    expect((await wins()).map(({ fault }) => fault)).toContainEqual({ code: 'late' })
  })
})

const vaultAbi = parseAbi([
  'function getInternalBalance(address user, address[] tokens) view returns (uint256[])',
  'function setRelayerApproval(address sender, address relayer, bool approved)',
])

async function internalBalance(owner: Address, token: Address): Promise<bigint | undefined> {
  const [balance] = await ctx.chain(1).client.readContract({
    address: balancerVault,
    abi: vaultAbi,
    functionName: 'getInternalBalance',
    args: [owner, [token]],
  })
  return balance
}

const pair = () => ({
  sellToken: fixture.token('WETH'),
  buyToken: fixture.token('USDC'),
  validTo: 4_100_000_000,
})

/** The pools' current output for a sell order. */
async function quoteOf({ sellToken, buyToken, sellAmount }: NewOrder): Promise<bigint> {
  const { pools } = await readPools(ctx, { chainId: 1, tokens: [sellToken, buyToken] })
  return findRoute(pools, { sellToken, buyToken, sellAmount })?.buyAmount ?? 0n
}
