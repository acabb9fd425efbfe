import { expect, test } from 'vitest'
import { groupOrders } from './group-orders'

const now = new Date(2026, 10, 23, 10, 6)
const at = (day: number, hour: number, status = 'fulfilled') => ({
  status,
  createdAt: new Date(2026, 10, day, hour),
})

test('open rows come first, whatever their age, then one group per local day', () => {
  const rows = [
    at(23, 9),
    at(23, 0, 'expired'),
    at(22, 23),
    at(21, 21, 'cancelled'),
    at(2, 1, 'open'),
  ]
  const groups = groupOrders(rows, now)
  expect(groups.map(({ kind, items }) => [kind, items.length])).toEqual([
    ['open', 1],
    ['today', 2],
    ['yesterday', 1],
    ['day', 1],
  ])
  expect(groups.at(-1)?.day).toEqual(new Date(2026, 10, 21, 21))
})

test('there is no group without rows, and yesterday may be in another year', () => {
  expect(groupOrders([], now)).toEqual([])
  const newYear = new Date(2027, 0, 1, 8)
  const eve = { status: 'filled', createdAt: new Date(2026, 11, 31, 23) }
  expect(groupOrders([eve], newYear).map(({ kind }) => kind)).toEqual(['yesterday'])
})
