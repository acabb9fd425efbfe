import { beforeEach, expect } from 'vitest'
import type { Address } from '@/lib/core/address'
import { searchTimes } from '@/lib/routing/graph/filter-pools'
import { isPenalized, isVerified } from '@/lib/routing/graph/intermediate-tokens'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { openUntrustedMarket } from '@/lib/testing/chain/untrusted-market'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { test } from '@/lib/testing/test'
import { getQuote } from './get-quote'
import type { QuoteRequest } from './quote'

const ether = 10n ** 18n
const failing = '0x60006000fd'
const qualities = ['fast', 'optimal', 'verified'] as const

let fixture: SolverFixture

test.beforeAll(async ({ solver }) => {
  fixture = solver
  // The first quote reads every pool, which may exceed the quote timeout on a busy machine.
  await quote('verified').catch(() => undefined)
})
// Paths are searched once a minute.
beforeEach(() => searchTimes.reset(fixture.ctx))

/** Quotes 0.02 WETH, for which all trusted pools pay 63 USDC. */
function quote(priceQuality: QuoteRequest['priceQuality']) {
  const size = { kind: 'sell', sellAmountAfterFee: ether / 50n } as const
  const pair = { sellToken: fixture.token('WETH'), buyToken: fixture.token('USDC') }
  return getQuote(fixture.ctx, testQuoteRequest({ ...pair, size, priceQuality }))
}

/** A token whose two pools pay three times the price of all others, within their depth. */
const openMarket = (kind: 'plain' | 'feeOnTransfer'): Promise<Address> =>
  openUntrustedMarket(fixture, {
    by: fixture.network.accounts[2]?.address ?? '0x',
    kind,
    pairs: [
      { token: fixture.token('WETH'), held: ether / 100n, own: 1_000_000n * ether },
      { token: fixture.token('USDC'), held: 200_000_000n, own: 100_000n * ether },
    ],
  })

test.each(['plain', 'feeOnTransfer'] as const)(
  'a failing untrusted intermediate token (%s) affects no quote',
  async (kind) => {
    const untrusted = await openMarket(kind)
    if (kind === 'plain') await fixture.rpc('anvil_setCode', [untrusted, failing])
    await fixture.rpc('evm_mine', [])
    for (const quality of qualities) {
      const { buyAmount, optimalityGapBps, verified } = await quote(quality)
      expect(buyAmount).toBeLessThan(100_000_000n)
      expect(optimalityGapBps ?? 0).toBeLessThan(5)
      expect(verified).toBe(quality !== 'fast')
    }
  },
)

test('an untrusted intermediate token is used once verified, and no longer after it fails', async () => {
  const untrusted = await openMarket('plain')
  await fixture.rpc('evm_mine', [])
  expect((await quote('fast')).buyAmount).toBeLessThan(100_000_000n)
  await expect.poll(() => isVerified(fixture.ctx, 1, untrusted)).toBe(true)
  for (const quality of qualities) {
    expect((await quote(quality)).buyAmount).toBeGreaterThan(150_000_000n)
  }
  await fixture.rpc('anvil_setCode', [untrusted, failing])
  const { buyAmount, verified } = await quote('verified')
  expect(buyAmount).toBeLessThan(100_000_000n)
  expect(verified).toBe(true)
  expect(isPenalized(fixture.ctx, 1, untrusted)).toBe(true)
  expect((await quote('fast')).buyAmount).toBeLessThan(100_000_000n)
})
