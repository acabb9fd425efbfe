import { expect, test } from 'vitest'
import type { QuoteAnswer } from './api'
import { prepareAmounts } from './prepare-order'

const quoted = (kind: 'sell' | 'buy') =>
  ({ quote: { kind, sellAmount: '990', feeAmount: '10', buyAmount: '20000' } }) as QuoteAnswer

test('a sell order sells the exact amount, and slippage lowers its buy amount', () => {
  expect(prepareAmounts(quoted('sell'), 50)).toEqual({
    sellAmount: 1000n,
    buyAmount: 19_900n,
    quotedAmount: 20_000n,
  })
})

test('a buy order buys the exact amount, and slippage raises its sell amount', () => {
  expect(prepareAmounts(quoted('buy'), 50)).toEqual({
    sellAmount: 1005n,
    buyAmount: 20_000n,
    quotedAmount: 1000n,
  })
})

test('the minimum is at least one atom', () => {
  expect(prepareAmounts(quoted('sell'), 10_000).buyAmount).toBe(1n)
})
