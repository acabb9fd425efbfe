import fc from 'fast-check'
import { expect, test } from 'vitest'
import { shownOrder } from '@/lib/testing/orders/shown-order'
import {
  countTabs,
  isFiltered,
  localDay,
  matchesFilter,
  type OrderFilter,
  orderFilterSearch,
  orderPeriods,
  orderTabs,
  orderType,
  orderTypes,
  parseOrderFilter,
  periodDays,
  tabOf,
} from './order-filter'

const now = new Date(2026, 10, 23)
const order = shownOrder({ status: 'expired', createdAt: new Date(2026, 10, 21, 23, 59) })
const names = new Map([
  [order.sellToken, { symbol: 'WETH', name: 'Wrapped Ether' }],
  [order.buyToken, { symbol: 'USDC', name: 'USD Coin' }],
])
const matches = (search: string, shown = order) =>
  matchesFilter(shown, parseOrderFilter(new URLSearchParams(search)), {
    nameToken: (token) => names.get(token) ?? { symbol: '?' },
    now,
    inTransaction: new Set([order.uid]),
  })

test.each([
  ['nothing asked', ''],
  ['a symbol in any case', 'q=weth'],
  ['a part of a name', 'q=wrapp'],
  ['both tokens, in any sequence', 'q=usdc+weth'],
  ['the beginning of a token address', `q=0x${'01'.repeat(4)}`],
  ['an address without 0x, spaces around', `q=+${'02'.repeat(20)}+`],
  ['the beginning of the uid', 'q=0x5E5e'],
  ['its type', 'type=swap'],
  ['the hash of its transaction', `q=0x${'7a'.repeat(32)}`],
  ['its period', 'period=week'],
  ['the days around it', 'from=2026-11-21&to=2026-11-21'],
  ['nonsense, which is left out', 'type=buy&from=yesterday&to=2026-13-40&tab=none&period=ever'],
])('finds an order by %s', (_, search) => {
  expect(matches(search)).toBe(true)
})

test.each([
  ['another token', 'q=dai'],
  ['one of two words', 'q=weth+dai'],
  ['the middle of an address', `q=${'1'.repeat(3)}`],
  ['the other type', 'type=limit'],
  ['another year', 'period=lastYear'],
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

test('a part of a schedule is neither a swap nor a limit order', () => {
  const types = [{ isQuoted: true }, { isQuoted: false }, { isQuoted: false, schedule: 'a' }]
  expect(types.map((facts) => orderType(shownOrder(facts)))).toEqual([...orderTypes])
})

test('reading a filter from its address restores it', () => {
  const day = fc
    .date({ min: new Date(2020, 0, 1), max: new Date(2030, 0, 1), noInvalidDate: true })
    .map(localDay)
  const filter = fc.record({
    tab: fc.constantFrom(...orderTabs),
    text: fc.string({ maxLength: 40 }),
    type: fc.constantFrom(...orderTypes, undefined),
    isEverywhere: fc.boolean(),
  })
  const days = fc.oneof(
    fc.record({ period: fc.constant('custom'), from: day, to: fc.oneof(day, fc.constant('')) }),
    fc.record({
      period: fc.constantFrom(...orderPeriods),
      from: fc.constant(''),
      to: fc.constant(''),
    }),
  )
  fc.assert(
    fc.property(filter, days, (fields, range) => {
      const given = { ...fields, ...range } as OrderFilter
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

test('an open order is in every period but a custom one', () => {
  const old = shownOrder({ createdAt: new Date(2025, 0, 1) })
  expect(matches('period=week', old)).toBe(true)
  expect(matches('from=2026-11-01', old)).toBe(false)
})

test.each([
  ['week', '2026-11-17', ''],
  ['month', '2026-10-25', ''],
  ['quarter', '2026-08-26', ''],
  ['year', '2026-01-01', ''],
  ['lastYear', '2025-01-01', '2025-12-31'],
  ['all', '', ''],
])('the period %s starts at %j', (period, from, to) => {
  const filter = parseOrderFilter(new URLSearchParams({ period }))
  expect(periodDays(filter, now)).toEqual({ from, to })
})
