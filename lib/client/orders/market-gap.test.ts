import { expect, test } from 'vitest'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import { marketGap } from './market-gap'

const order = shownOrder()

test('the gap to the market counts what is asked for beyond what is given', () => {
  const cents = { usd: 1, decimals: 2 }
  const gap = (sold: number) =>
    marketGap(order, { sold: { usd: sold, decimals: 2 }, bought: cents })
  expect(gap(3)).toBe(0)
  expect(gap(2)).toBe(0.5)
  expect(gap(4)).toBe(-0.25)
  expect(gap(0)).toBeUndefined()
  expect(marketGap(order, { sold: undefined, bought: cents })).toBeUndefined()
})
