import { expect } from 'vitest'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { checkRequest } from './check-request'
import { findLastMarket } from './quote-market'
import { warmQuotes } from './warm-quotes'

test('reads the market of a common pair, whatever another network does', async ({
  network,
  database,
}) => {
  const ctx = createTestContext({
    db: database.db,
    rpcUrls: new Map([
      [1, network.rpcUrl],
      [100, 'http://127.0.0.1:1'],
    ]),
    environment: { EMBEDDED_CHAIN_IDS: '1,100' },
  })
  await warmQuotes(ctx)
  const { wrappedNative: sellToken, usdToken: buyToken } = ctx.chain(1).network
  const question = await checkRequest(ctx, testQuoteRequest({ sellToken, buyToken }))
  const market = findLastMarket(ctx, question)
  expect(market?.pools.length).toBeGreaterThan(0)
  expect(await database.db.quote.count()).toBe(0)
})
