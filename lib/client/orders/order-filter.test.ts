import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import {
  countTabs,
  isFiltered,
  localDay,
  matchesFilter,
  orderFilterSearch,
  parseOrderFilter,
  tabOf,
} from './order-filter'

const order = shownOrder({ createdAt: new Date(2026, 10, 21, 23, 59) })
const names = new Map([
  [order.sellToken, { symbol: 'WETH', name: 'Wrapped Ether' }],
  [order.buyToken, { symbol: 'USDC', name: 'USD Coin' }],
])
const matches = (search: string, shown = order) =>
  matchesFilter(
    shown,
    parseOrderFilter(new URLSearchParams(search)),
    (token) => names.get(token) ?? { symbol: '?' },
  )

test.each([
  ['nothing asked', ''],
  ['a symbol in any case', 'q=weth'],
  ['a part of a name', 'q=wrapp'],
  ['both tokens, in any sequence', 'q=usdc+weth'],
  ['the beginning of a token address', `q=0x${'01'.repeat(4)}`],
  ['an address without 0x, spaces around', `q=+${'02'.repeat(20)}+`],
  ['the beginning of the uid', 'q=0x5E5e'],
  ['its kind', 'kind=sell'],
  ['the days around it', 'from=2026-11-21&to=2026-11-21'],
  ['nonsense, which is left out', 'kind=swap&from=yesterday&to=2026-13-40&tab=none'],
])('finds an order by %s', (_, search) => {
  expect(matches(search)).toBe(true)
})

test.each([
  ['another token', 'q=dai'],
  ['one of two words', 'q=weth+dai'],
  ['the middle of an address', `q=${'1'.repeat(3)}`],
  ['the other kind', 'kind=buy'],
  ['a later first day', 'from=2026-11-22'],
  ['an earlier last day', 'to=2026-11-20'],
])('excludes an order by %s', (_, search) => {
  expect(matches(search)).toBe(false)
})

test('each order is in exactly one tab besides "all"; partly filled ones are in "filled"', () => {
  const half = { executedSell: 1n, executedBuy: 1n }
  const orders = [
    shownOrder(),
    shownOrder(half),
    shownOrder({ status: 'fulfilled', ...half }),
    shownOrder({ status: 'expired' }),
    shownOrder({ status: 'expired', ...half }),
    shownOrder({ status: 'cancelled' }),
  ]
  expect(orders.map(tabOf)).toEqual(['open', 'open', 'filled', 'expired', 'filled', 'cancelled'])
  expect(countTabs(orders)).toEqual({ open: 2, filled: 2, expired: 1, cancelled: 1, all: 6 })
})

test('reading a filter from its address restores it', () => {
  const day = fc
    .date({ min: new Date(2020, 0, 1), max: new Date(2030, 0, 1), noInvalidDate: true })
    .map(localDay)
  const filter = fc.record({
    tab: fc.constantFrom('open', 'all', 'expired', undefined),
    text: fc.string({ maxLength: 40 }),
    kind: fc.constantFrom('sell', 'buy', undefined),
    from: fc.oneof(day, fc.constant('')),
    to: day,
  })
  fc.assert(
    fc.property(filter, (given) => {
      const search = new URLSearchParams(orderFilterSearch(given))
      expect(parseOrderFilter(new URLSearchParams(search.toString()))).toEqual(given)
    }),
    { seed: 8, numRuns: 300 },
  )
})

test('a tab alone does not count as a filter', () => {
  expect(isFiltered(parseOrderFilter(new URLSearchParams('tab=open&q=+')))).toBe(false)
  expect(isFiltered(parseOrderFilter(new URLSearchParams('to=2026-11-21')))).toBe(true)
})
