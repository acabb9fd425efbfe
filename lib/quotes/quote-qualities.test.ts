import { expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { sendTransaction } from '@/lib/devnet/rpc'
import { listOppositeOrders, oppositeOrders } from '@/lib/orders/queries/list-opposite-orders'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { getQuote } from './get-quote'
import { type QuoteRequest, settlementGas } from './quote'

const ether = 10n ** 18n
let fixture: SolverFixture
let request: QuoteRequest

test.beforeAll(async ({ solver }) => {
  fixture = solver
  request = testQuoteRequest({ sellToken: fixture.token('WETH'), buyToken: fixture.token('USDC') })
  // The first quote reads every pool, which may exceed the quote timeout on a busy machine.
  await quote({}).catch(() => undefined)
})

const quote = (change: Partial<QuoteRequest>) =>
  getQuote(fixture.ctx, { ...request, ...change }, listOppositeOrders)

test('each quality states a bound on its gap to the optimum', async () => {
  const [fast, optimal, verified] = [
    await quote({ priceQuality: 'fast' }),
    await quote({ priceQuality: 'optimal' }),
    await quote({ priceQuality: 'verified' }),
  ]
  for (const { optimalityGapBps } of [fast, optimal, verified]) {
    expect(optimalityGapBps ?? 0).toBeGreaterThanOrEqual(0)
    expect(optimalityGapBps ?? 0).toBeLessThan(5)
  }
  expect(optimal.optimalityGapBps).toBeDefined()
  expect([fast.verified, optimal.verified, verified.verified]).toEqual([false, true, true])
  expect(optimal.optimalityGapBps).toBeLessThanOrEqual(fast.optimalityGapBps ?? 5)
  expect(verified.buyAmount).toBe(optimal.buyAmount)
})

test('states no gap for a trade beyond the market’s depth', async () => {
  const sized = (tokens: bigint) =>
    quote({ size: { kind: 'sell', sellAmountBeforeFee: tokens * ether } })
  const [small, large, huge] = await Promise.all([sized(1n), sized(100n), sized(1_000_000n)])
  expect(small.optimalityGapBps).toBeDefined()
  expect(large.optimalityGapBps).toBeDefined()
  expect(huge.optimalityGapBps).toBeUndefined()
})

test('charges the gas of a simulated settlement of the same shape, for all qualities', async () => {
  const verified = await quote({})
  const optimal = await quote({ priceQuality: 'optimal' })
  expect(optimal.cost.gas).toBe(verified.cost.gas)
  // The gas model adds up round figures.
  expect((verified.cost.gas - settlementGas) % 1_000n).not.toBe(0n)
  const other = { sellToken: fixture.token('DAI'), buyToken: fixture.token('WETH') }
  const size = { kind: 'sell', sellAmountBeforeFee: 3_000n * ether } as const
  const first = await quote({ ...other, size, priceQuality: 'fast' })
  expect((first.cost.gas - settlementGas) % 1_000n).toBe(0n)
  await expect
    .poll(async () => (await quote({ ...other, size, priceQuality: 'fast' })).cost.gas)
    .not.toBe(first.cost.gas)
})

test('an opposite open order improves the price of a large trade once a simulation confirms it', async () => {
  const size = { kind: 'sell', sellAmountAfterFee: 100n * ether } as const
  const { buyAmount: alone } = await quote({ size })
  const opposite = {
    sellToken: fixture.token('USDC'),
    buyToken: fixture.token('WETH'),
    sellAmount: alone / 3n,
    buyAmount: 30n * ether,
  }
  await fixture.place(3, opposite)
  oppositeOrders.reset(fixture.ctx)
  const matched = await quote({ size })
  expect(matched.verified).toBe(true)
  expect(matched.buyAmount).toBeGreaterThan(alone)
  expect((await quote({ size, priceQuality: 'optimal' })).buyAmount).toBe(matched.buyAmount)
  expect((await quote({ size, priceQuality: 'fast' })).buyAmount).toBeLessThanOrEqual(alone)
})

test('an opposite open order improves a large buy order too, with a volume fee on top', async () => {
  const rpcUrls = new Map([[1, fixture.network.rpcUrl]])
  const environment = { EMBEDDED_CHAIN_IDS: '1', VOLUME_FEE_BPS: '5' }
  const ctx = createTestContext({ db: fixture.ctx.db, rpcUrls, environment })
  const pair = { sellToken: fixture.token('WETH'), buyToken: fixture.token('DAI') }
  const size = { kind: 'buy', buyAmountAfterFee: 200_000n * ether } as const
  const ask = () => getQuote(ctx, { ...request, ...pair, size }, listOppositeOrders)
  await ask().catch(() => undefined)
  const alone = await ask()
  await fixture.place(3, {
    sellToken: pair.buyToken,
    buyToken: pair.sellToken,
    sellAmount: 60_000n * ether,
    buyAmount: (alone.sellAmount * 27n) / 100n,
  })
  oppositeOrders.reset(ctx)
  const matched = await ask()
  expect(matched).toMatchObject({ verified: true, buyAmount: size.buyAmountAfterFee })
  expect(matched.sellAmount).toBeLessThan(alone.sellAmount)
  await fixture.ctx.db.order.updateMany({ data: { status: 'cancelled' } })
})

test('an unfunded opposite order improves no quote', async () => {
  const size = { kind: 'sell', sellAmountAfterFee: 100n * ether } as const
  const pair = { sellToken: fixture.token('DAI'), buyToken: fixture.token('WETH') }
  const selling = { sellToken: pair.buyToken, buyToken: pair.sellToken }
  const { buyAmount: alone } = await quote({ ...selling, size })
  const { token, buyToken } = { token: pair.sellToken, buyToken: pair.buyToken }
  const all = await balanceOf(token, 4)
  await fixture.place(4, {
    sellToken: token,
    buyToken,
    sellAmount: alone / 3n,
    buyAmount: 30n * ether,
  })
  expect(all).toBeGreaterThan(0n)
  await giveAway(token, 4, all)
  oppositeOrders.reset(fixture.ctx)
  const quoted = await quote({ ...selling, size })
  expect([quoted.buyAmount, quoted.verified]).toEqual([alone, true])
})

test('rejects and names a token whose transfers do not add up to its balances', async () => {
  const address = fixture.token('LINK')
  const tracked = { chainId: 1, address, fromBlock: 0n, faithful: false }
  await fixture.ctx.db.trackedToken.create({ data: tracked })
  await expect(quote({ buyToken: address })).rejects.toMatchObject({
    code: 'UnsupportedToken',
    message: expect.stringContaining(address),
  })
  await fixture.ctx.db.trackedToken.deleteMany()
})

async function balanceOf(token: Address, account: number): Promise<bigint> {
  const holder = fixture.network.accounts[account]?.address ?? '0x'
  const data = `0x70a08231${holder.slice(2).padStart(64, '0')}`
  return BigInt((await fixture.rpc('eth_call', [{ to: token, data }, 'latest'])) as string)
}

async function giveAway(token: Address, account: number, amount: bigint): Promise<void> {
  const from = fixture.network.accounts[account]?.address ?? '0x'
  const to = 'dead'.padStart(64, '0')
  const data: Hex = `0xa9059cbb${to}${amount.toString(16).padStart(64, '0')}`
  await sendTransaction(fixture.rpc, { from, to: token, data })
}
