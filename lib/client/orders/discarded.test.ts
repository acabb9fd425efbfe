import { expect, test } from 'vitest'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { isPutAway } from './discarded'

test('what was put away is shown again once it is signed, or over', () => {
  const order = shownOrder({ signed: false })
  const discarded = new Set([order.uid])
  expect(isPutAway(order, discarded)).toBe(true)
  expect(isPutAway(order, new Set())).toBe(false)
  expect(isPutAway({ ...order, signed: true }, discarded)).toBe(false)
  expect(isPutAway({ ...order, status: 'expired' }, discarded)).toBe(false)
})
