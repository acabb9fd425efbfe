import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orderExample } from '@/lib/api/order-book/order-examples'
import type { OrderView } from '@/lib/client/api'
import {
  allOrders,
  isContiguous,
  mergeOrders,
  nextOffset,
  nextPollMs,
  unfetchedOpenOrders,
} from './order-pages'

const second = (at: number) => new Date(at * 1_000).toISOString()
const view = (at: number, change: Partial<OrderView> = {}): OrderView =>
  ({ ...orderExample, uid: `0x${at}`, creationDate: second(at), ...change }) as OrderView
const uids = (views: readonly OrderView[]) => views.map(({ uid }) => uid)

test('replaces known orders in place and puts new ones first', () => {
  const pages = [[view(3), view(2)], [view(1)]]
  const news = [view(4), view(1, { status: 'expired' }), view(5)]
  const now = mergeOrders(pages, news)
  expect(now.map(uids)).toEqual([['0x5', '0x4', '0x3', '0x2'], ['0x1']])
  expect(now[1]?.[0]?.status).toBe('expired')
  expect(nextOffset(now)).toBe(5)
})

test('lists an order once, even if it moved to the next page', () => {
  expect(
    uids(
      allOrders([
        [view(3), view(2)],
        [view(2), view(1)],
      ]),
    ),
  ).toEqual(['0x3', '0x2', '0x1'])
  expect(
    nextOffset([
      [view(3), view(2)],
      [view(2), view(1)],
    ]),
  ).toBe(3)
})

test('paging loses no order, however many new ones arrive meanwhile', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(4), { maxLength: 12 }), (arrivals) => {
      const size = 3
      let book = [view(3), view(2), view(1)]
      let pages: readonly (readonly OrderView[])[] = []
      let created = 3
      for (const count of [0, ...arrivals]) {
        const fresh = Array.from({ length: count }, () => view(++created)).reverse()
        book = [...fresh, ...book]
        pages = mergeOrders(pages, fresh)
        const offset = nextOffset(pages)
        pages = [...pages, book.slice(offset, offset + size)]
      }
      expect(uids(allOrders(pages))).toEqual(uids(book))
    }),
    { seed: 5, numRuns: 200 },
  )
})

test('detects the gap after a full page of unknown orders', () => {
  expect(isContiguous([[view(1)]], [view(9), view(8)], 2)).toBe(false)
  expect(isContiguous([[view(1)]], [view(2), view(1)], 2)).toBe(true)
  expect(isContiguous([[view(1)]], [view(9)], 2)).toBe(true)
})

test('selects open orders beyond the newest ones, to fetch them by uid', () => {
  const pages = [
    [view(3), view(2)],
    [view(1, { status: 'fulfilled' }), view(0)],
  ]
  expect(unfetchedOpenOrders(pages, [view(3)])).toEqual(['0x2', '0x0'])
})

const order = (status: 'open' | 'fulfilled', ageSeconds: number) => ({
  status,
  createdAt: new Date(1_000_000_000 - ageSeconds * 1000),
})
const poll = (...orders: ReturnType<typeof order>[]) => nextPollMs(orders, 1_000_000_000)

test('polls every 2 s while an order is younger than two minutes, then every 15 s', () => {
  expect(poll(order('open', 119), order('open', 900))).toBe(2_000)
  expect(poll(order('open', 121))).toBe(15_000)
})

test('does not poll once all orders have ended', () => {
  expect(poll(order('fulfilled', 5))).toBe(false)
  expect(poll()).toBe(false)
})
