import { numberToHex, parseTransaction } from 'viem'
import { beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { defaultSettlement } from '@/lib/core/networks'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { getQuote } from '@/lib/quotes/get-quote'
import { gasPrices } from '@/lib/quotes/quote-market'
import { signCancellation } from '@/lib/settlements/submission/solver-account'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { setPredeployAnswer } from '@/lib/testing/chain/data-fees'
import { withNetwork } from '@/lib/testing/chain/with-network'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { testWith } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'
import { runRound } from './run-round'

const ether = 10n ** 18n
const gwei = 10n ** 9n
let fixture: SolverFixture

const test = testWith({ EMBEDDED_CHAIN_IDS: '' })

test.beforeAll(async ({ solver }) => {
  fixture = solver
  await repeat(() => discoverPools(fixture.ctx, { chainId: 1 }), Boolean)
  const { address } = fixture.network.accounts[1] ?? { address: '0x' }
  // The first transfer of a token to an account costs more.
  for (const symbol of ['WETH', 'USDC'])
    for (const holder of [defaultSettlement, address])
      await fixture.rpc('anvil_dealERC20', [holder, fixture.token(symbol), numberToHex(10n ** 24n)])
  // The first quote reads every pool and measures its gas.
  await quoteOn(fixture.ctx).catch(() => undefined)
  await quoteOn(fixture.ctx)
})
beforeEach(() => fixture.ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

/** The chain as an OP stack network, or as Arbitrum, that charges `fee` for the data of a settlement. */
async function onNetwork(dataFee: 'op-stack' | 'arbitrum', fee: bigint): Promise<Context> {
  await setPredeployAnswer(fixture.network.rpcUrl, dataFee, fee)
  // Empty blocks, so that the median of tips is the same for all.
  await fixture.rpc('anvil_mine', ['0xc'])
  await fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(gwei)])
  await fixture.rpc('evm_mine', [])
  gasPrices.reset(fixture.ctx)
  fixture.ctx.slots.delete('chain/sample-data-fees')
  return withNetwork(fixture.ctx, { dataFee })
}

const quoteOn = (ctx: Context) =>
  getQuote(
    ctx,
    testQuoteRequest({
      sellToken: fixture.token('WETH'),
      buyToken: fixture.token('USDC'),
      size: { kind: 'sell', sellAmountBeforeFee: ether / 10n },
    }),
  )

const newest = () =>
  fixture.ctx.db.settlementTransaction.findFirstOrThrow({ orderBy: { id: 'desc' } })

/** The settlement contract's balances of the traded tokens. */
const held = () =>
  Promise.all(
    ['WETH', 'USDC'].map((symbol) => fixture.balanceOf(fixture.token(symbol), defaultSettlement)),
  )

/** Places an order at a quote's amounts, runs a round, and values the contract's gain in wei. */
async function settleQuoted(quote: Awaited<ReturnType<typeof getQuote>>, on: Context) {
  const order = await fixture.place(1, {
    sellToken: fixture.token('WETH'),
    buyToken: fixture.token('USDC'),
    sellAmount: quote.sellAmount + quote.feeAmount,
    buyAmount: quote.buyAmount,
  })
  const before = await held()
  const { state, auctionId = 0n } = await runRound(on, { chainId: 1, epoch: 1n })
  const after = await held()
  const prices = await on.db.auctionPrice.findMany({ where: { auctionId } })
  const kept = ['WETH', 'USDC'].reduce((sum, symbol, index) => {
    const row = prices.find(({ token }) => token === fixture.token(symbol))
    const gain = (after[index] ?? 0n) - (before[index] ?? 0n)
    return sum + (gain * BigInt(row?.price.toFixed(0) ?? 0)) / ether
  }, 0n)
  const { exclusion } = await on.db.order.findUniqueOrThrow({ where: { uid: order.uid } })
  return { state, exclusion, kept }
}

test.each([
  // The sum of two answers is the fee: as much as 100,000 gas at one gwei, plus a tenth.
  ['op-stack', 50_000n * gwei],
  ['arbitrum', 100_000n],
] as const)('quotes and settlements on %s cover the data fee', async (dataFee, fee) => {
  const free = await quoteOn(await onNetwork(dataFee, 1n))
  const ctx = await onNetwork(dataFee, fee)
  const quote = await quoteOn(ctx)
  const more = quote.feeAmount - free.feeAmount
  // A single order has about half of the bytes of the settlement with which the fee is measured.
  expect(more).toBeGreaterThan(50_000n * gwei)
  expect(more).toBeLessThan(130_000n * gwei)
  const { state, kept } = await settleQuoted(quote, ctx)
  expect(state).toBe('mined')
  const { txHash } = await newest()
  const { gasUsed, effectiveGasPrice } = await ctx
    .chain(1)
    .client.getTransactionReceipt({ hash: txHash as Hex })
  expect(kept).toBeGreaterThan(gasUsed * effectiveGasPrice + 100_000n * effectiveGasPrice)
})

test.each(['op-stack', 'arbitrum'] as const)(
  'an order on %s waits for its price while data costs a hundred times the quoted fee',
  async (dataFee) => {
    const fee = dataFee === 'op-stack' ? 50_000n * gwei : 100_000n
    const quote = await quoteOn(await onNetwork(dataFee, fee))
    const dear = await onNetwork(dataFee, 100n * fee)
    const { state, exclusion } = await settleQuoted(quote, dear)
    expect(state).toBe('idle')
    expect(exclusion).toEqual({ code: 'waitsForPrice' })
    const second = await quoteOn(dear)
    expect(second.feeAmount).toBeGreaterThan(10n * quote.feeAmount)
  },
)

test('the gas limit of a settlement on Arbitrum includes the gas for data', async () => {
  const gasLimitAt = async (fee: bigint) => {
    const ctx = await onNetwork('arbitrum', fee)
    // The predeploy charges this small settlement as much as a larger one, so its limit leaves room.
    const quote = await quoteOn(ctx)
    const loose = { ...quote, buyAmount: (quote.buyAmount * 9n) / 10n }
    expect(await settleQuoted(loose, ctx)).toMatchObject({ state: 'mined' })
    const { txHash } = await newest()
    return (await ctx.chain(1).client.getTransaction({ hash: txHash as Hex })).gas
  }
  const plain = await gasLimitAt(1n)
  const more = (await gasLimitAt(200_000n)) - plain
  // A tenth and a quarter more.
  expect(more).toBeGreaterThan(265_000n)
  expect(more).toBeLessThan(285_000n)
})

test('the gas limit of a cancellation on Arbitrum includes the gas for data', async () => {
  const fees = { maxFeePerGas: gwei, maxPriorityFeePerGas: gwei }
  const call = { chainId: 1, nonce: 0n, fees }
  const gasOn = async (fee: bigint) => {
    const { raw } = await signCancellation(await onNetwork('arbitrum', fee), call)
    return parseTransaction(raw as `0x02${string}`).gas
  }
  expect(await gasOn(30_000n)).toBe(121_000n)
  // The price of data changes all the time, and a repetition must have the same bytes.
  expect(await gasOn(31_000n)).toBe(121_000n)
  expect((await signCancellation(fixture.ctx, call)).raw).toContain('825208')
})
