import { expect, test } from 'vitest'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { isDiscarded } from './discarded'

test('a discarded order reappears once it is signed or has ended', () => {
  const order = shownOrder({ signed: false })
  const discarded = new Set([order.uid])
  expect(isDiscarded(order, discarded)).toBe(true)
  expect(isDiscarded(order, new Set())).toBe(false)
  expect(isDiscarded({ ...order, signed: true }, discarded)).toBe(false)
  expect(isDiscarded({ ...order, status: 'expired' }, discarded)).toBe(false)
})
