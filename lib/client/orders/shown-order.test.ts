import { expect, test } from 'vitest'
import { orderExample } from '@/lib/api/order-book/order-examples'
import type { OrderView } from '@/lib/client/api'
import { toShownOrder } from './shown-order'

const quote = { sellAmount: '1000', feeAmount: '0', buyAmount: '3000' }
const signed = { sellAmount: '1000', feeAmount: '0' }
const shown = (change: Partial<OrderView>) =>
  toShownOrder({ ...orderExample, ...signed, quote, ...change } as OrderView)

test.each([
  ['with slippage below its quote', { buyAmount: '2985' }, true],
  ['at its quote', { buyAmount: '3000' }, true],
  ['at its quote, a part of the size', { sellAmount: '500', buyAmount: '1500' }, true],
  ['with the fee that was quoted', { feeAmount: '10', buyAmount: '3030' }, true],
  ['beyond its quote, to wait', { buyAmount: '3001' }, false],
  ['without a quote', { quote: undefined }, false],
])('an order %s counts as quoted or not', (_, change, isQuoted) => {
  expect(shown(change).isQuoted).toBe(isQuoted)
})
