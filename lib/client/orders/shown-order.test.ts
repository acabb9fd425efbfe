import { expect, test } from 'vitest'
import { orderExample } from '@/lib/api/order-book/order-examples'
import type { OrderView } from '@/lib/client/api'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { cancelWays, isCancellable, isOpenPart, toShownOrder } from './shown-order'

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
])('isQuoted of an order %s', (_, change, isQuoted) => {
  expect(shown(change).isQuoted).toBe(isQuoted)
})

const order = shownOrder()

test('only open orders with an off-chain signature are cancellable by signature', () => {
  expect(isCancellable(order)).toBe(true)
  expect(isCancellable({ ...order, status: 'expired' })).toBe(false)
  expect(isCancellable({ ...order, signingScheme: 'presign' })).toBe(false)
})

test('orders signed on-chain or by a contract are cancelled by a transaction of their owner', () => {
  const { owner } = order
  expect(cancelWays(order, owner)).toEqual(['signature', 'transaction'])
  expect(cancelWays({ ...order, signingScheme: 'presign' }, owner)).toEqual(['transaction'])
  expect(cancelWays({ ...order, status: 'fulfilled' }, owner)).toEqual([])
  expect(cancelWays(order, order.sellToken)).toEqual([])
})

test('an order belongs to its schedule while it is open', () => {
  const part = shown({ schedule: 'weekly', validFrom: 5 })
  expect(part).toMatchObject({ schedule: 'weekly', validFrom: 5 })
  expect(isOpenPart(part)).toBe(true)
  expect(isOpenPart({ ...part, status: 'fulfilled' })).toBe(false)
  expect(isOpenPart(order)).toBe(false)
})
