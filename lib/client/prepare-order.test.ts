import { expect, test } from 'vitest'
import type { QuoteAnswer } from './api'
import { prepareAmounts } from './prepare-order'

const quoted = (kind: 'sell' | 'buy') =>
  ({ quote: { kind, sellAmount: '990', feeAmount: '10', buyAmount: '20000' } }) as QuoteAnswer

test('a sell order gives the whole amount and grants slippage on what it gets', () => {
  expect(prepareAmounts(quoted('sell'), 50)).toEqual({
    sellAmount: 1000n,
    buyAmount: 19_900n,
    quotedAmount: 20_000n,
  })
})

test('a buy order gets the exact amount and grants slippage on what it gives', () => {
  expect(prepareAmounts(quoted('buy'), 50)).toEqual({
    sellAmount: 1005n,
    buyAmount: 20_000n,
    quotedAmount: 1000n,
  })
})

test('no slippage leaves nothing that could be zero', () => {
  expect(prepareAmounts(quoted('sell'), 10_000).buyAmount).toBe(1n)
})
