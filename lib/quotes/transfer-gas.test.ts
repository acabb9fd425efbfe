import { expect } from 'vitest'
import { createRpc } from '@/lib/devnet/rpc'
import { makeBurner, setBurn } from '@/lib/testing/chain/gas-burner'
import { testQuoteRequest } from '@/lib/testing/orders/test-quote-request'
import { test } from '@/lib/testing/test'
import { createTestContext } from '@/lib/testing/test-context'
import { getQuote } from './get-quote'

test('a quote charges the gas of expensive transfers before it was measured in a settlement', async ({
  network,
  database,
}) => {
  const rpc = createRpc(network.rpcUrl)
  const { WETH: sellToken = '0x', GNO: buyToken = '0x' } = network.tokens
  await makeBurner(rpc, buyToken)
  const request = testQuoteRequest({ sellToken, buyToken, priceQuality: 'fast' })
  const gasOf = async (iterations: number) => {
    await setBurn(rpc, buyToken, iterations)
    // A process that has tried no token yet.
    const ctx = createTestContext({
      db: database.db,
      rpcUrls: new Map([[1, network.rpcUrl]]),
      environment: { EMBEDDED_CHAIN_IDS: '1' },
    })
    // The first quote reads every pool, which may exceed the quote timeout on a busy machine; later ones are measured.
    const quote = await getQuote(ctx, request).catch(() => getQuote(ctx, request))
    return Number(quote.cost.gas)
  }
  const plain = await gasOf(0)
  const extra = (await gasOf(100_000 / 40)) - plain
  expect(extra).toBeGreaterThan(2 * 75_000)
  expect(extra).toBeLessThan(2 * 110_000)
})
