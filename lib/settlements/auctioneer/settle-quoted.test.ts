import { numberToHex } from 'viem'
import { beforeEach, expect } from 'vitest'
import type { Context } from '@/lib/context'
import { defaultSettlement } from '@/lib/core/networks'
import { discoverPools } from '@/lib/liquidity/pools/discover-pools'
import { getQuote } from '@/lib/quotes/get-quote'
import type { PriceQuality, QuoteSize } from '@/lib/quotes/quote'
import { gasPrices } from '@/lib/quotes/quote-market'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { someOf } from '@/lib/testing/cases'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { testWith } from '@/lib/testing/test'
import { repeat } from '@/lib/testing/until'

const ether = 10n ** 18n
const gwei = 10n ** 9n
let fixture: SolverFixture
let ctx: Context

const test = testWith({ EMBEDDED_CHAIN_IDS: '' })

test.beforeAll(async ({ solver }) => {
  // The settlement must cover its gas, as on real networks.
  fixture = solver
  ctx = fixture.ctx
  await repeat(() => discoverPools(ctx, { chainId: 1 }), Boolean)
  // The first transfer of a token to an account costs more; these accounts, and the contract, have held both tokens
  // before.
  const { address } = fixture.network.accounts[1] ?? { address: '0x' }
  for (const symbol of ['WETH', 'USDC', 'DAI'])
    for (const holder of [defaultSettlement, address])
      await fixture.rpc('anvil_dealERC20', [holder, fixture.token(symbol), numberToHex(10n ** 24n)])
  // The first quote reads every pool, which may exceed the quote timeout on a busy machine.
  const request = { sellToken: fixture.token('WETH'), buyToken: fixture.token('USDC') }
  await getQuote(ctx, testQuoteRequest(request)).catch(() => undefined)
})
beforeEach(() => ctx.db.order.updateMany({ data: { status: 'cancelled' } }))

/** Sets the base fee of the following blocks. */
async function setBaseFee(wei: bigint): Promise<void> {
  await fixture.rpc('anvil_setNextBlockBaseFeePerGas', [numberToHex(wei)])
  await fixture.rpc('evm_mine', [])
}

/** Quotes, places the order at exactly the quoted amounts, and runs one round at another base fee. */
async function settleQuoted(
  { priceQuality, size, pair }: Case,
  { before, after }: { readonly before: bigint; readonly after: bigint },
) {
  const [sellToken, buyToken] = [fixture.token(pair.sell), fixture.token(pair.buy)]
  const request = testQuoteRequest({ sellToken, buyToken, priceQuality, size })
  await setBaseFee(before)
  gasPrices.reset(ctx)
  const quote = await getQuote(ctx, request)
  const { kind, sellAmount, feeAmount, buyAmount } = quote
  const order = await fixture.place(1, {
    sellToken,
    buyToken,
    kind,
    sellAmount: sellAmount + feeAmount,
    buyAmount,
  })
  await setBaseFee(after)
  await fixture.settle()
  return fixture.filled(order)
}

type Case = {
  readonly priceQuality: PriceQuality
  readonly size: QuoteSize
  readonly pair: { readonly sell: string; readonly buy: string }
}

const wethForUsdc = { sell: 'WETH', buy: 'USDC' }
const usdcForWeth = { sell: 'USDC', buy: 'WETH' }
const sells: Case['size'] = { kind: 'sell', sellAmountBeforeFee: ether }
const buys: Case['size'] = { kind: 'buy', buyAmountAfterFee: ether / 2n }

test.each<Case>(
  someOf(
    [
      { priceQuality: 'fast', size: sells, pair: wethForUsdc },
      { priceQuality: 'optimal', size: buys, pair: usdcForWeth },
      { priceQuality: 'optimal', size: sells, pair: wethForUsdc },
      { priceQuality: 'verified', size: sells, pair: { sell: 'WETH', buy: 'DAI' } },
      { priceQuality: 'fast', size: buys, pair: usdcForWeth },
    ],
    2,
  ),
)(
  'an order at exactly its quote fills at once although gas has risen by 12 %: %o',
  { tags: ['long'] },
  async (one) => {
    expect(
      await settleQuoted(one, { before: 20n * gwei, after: (20n * gwei * 112n) / 100n }),
    ).toBeGreaterThan(0n)
  },
)

test('an order at its quote waits if gas has risen by more than the reserve', async () => {
  const one: Case = { priceQuality: 'optimal', size: sells, pair: wethForUsdc }
  expect(await settleQuoted(one, { before: 20n * gwei, after: 40n * gwei })).toBe(0n)
})
