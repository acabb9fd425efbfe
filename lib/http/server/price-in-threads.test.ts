import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import type { Context } from '@/lib/context'
import { getQuote } from '@/lib/quotes/get-quote'
import { bundleProcess } from '@/lib/testing/bundle-process'
import type { TestNetwork } from '@/lib/testing/chain/test-network'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import type { TestDatabase } from '@/lib/testing/test-database'
import { priceInThreads } from './price-in-threads'

let database: TestDatabase
let network: TestNetwork
test.beforeAll(({ database: empty, network: mainnet }) => {
  database = empty
  network = mainnet
})

const open = (): Context =>
  createTestContext({
    db: database.db,
    rpcUrls: new Map([[1, network.rpcUrl]]),
    environment: { EMBEDDED_CHAIN_IDS: '1' },
  })

test('quotes the same with threads as without, for every quality and kind', async () => {
  const [here, threaded] = [open(), open()]
  const file = await bundleProcess('lib/http/server/pricing-thread.ts')
  priceInThreads(threaded, pathToFileURL(resolve(file)))
  const { WETH: sellToken = '0x', USDC: buyToken = '0x' } = network.tokens
  // The first quote reads every pool; on a busy machine that may exceed the timeout of a quote.
  for (const ctx of [here, threaded]) {
    await getQuote(ctx, testQuoteRequest({ sellToken, buyToken })).catch(() => undefined)
  }
  const sizes = [
    { kind: 'sell', sellAmountBeforeFee: 10n ** 18n },
    { kind: 'buy', buyAmountAfterFee: 5_000_000_000n },
  ] as const
  for (const priceQuality of ['verified', 'optimal', 'fast'] as const) {
    for (const size of sizes) {
      const request = testQuoteRequest({ sellToken, buyToken, priceQuality, size })
      const [a, b] = [await getQuote(here, request), await getQuote(threaded, request)]
      expect(b.verified).toBe(a.verified)
      expect(b.optimalityGapBps).toBeCloseTo(a.optimalityGapBps ?? Number.NaN, 1)
      const ratio = Number(b.buyAmount * a.sellAmount) / Number(a.buyAmount * b.sellAmount)
      expect(ratio).toBeCloseTo(1, 5)
    }
  }
})

test('prices on the main thread if the thread’s file is missing', async () => {
  const ctx = open()
  priceInThreads(ctx, new URL('./nothing.mjs', import.meta.url))
  const { WETH: sellToken = '0x', USDC: buyToken = '0x' } = network.tokens
  const quote = await getQuote(ctx, testQuoteRequest({ sellToken, buyToken }))
  expect(quote.buyAmount).toBeGreaterThan(0n)
})
