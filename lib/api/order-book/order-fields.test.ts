import { expect, test } from 'vitest'
import { parseAppData } from '@/lib/app-data/app-data-document'
import { orderResponse } from './order-fields'

test('accepts slippage in fractions of a basis point from app data', () => {
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
