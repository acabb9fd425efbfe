import { expect, test } from 'vitest'
import { parseAppData } from '@/lib/app-data/app-data-document'
import { orderResponse } from './order-fields'

test('the slippage of an order may be a fraction of a basis point, as its app data said', () => {
  const { metadata } = parseAppData('{"metadata":{"quote":{"slippageBips":"0.5"}}}')
  const quote = {
    gasAmount: '1',
    gasPrice: '1',
    sellTokenPrice: '1.5',
    sellAmount: '1',
    buyAmount: '1',
    feeAmount: '0',
    solver: `0x${'00'.repeat(20)}`,
    verified: true,
    metadata: { slippageBips: metadata.slippageBips },
  }
  expect(orderResponse.shape.quote.parse(quote)).toEqual(quote)
  expect(quote.metadata).toEqual({ slippageBips: 0.5 })
})
