import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { nextArrivals } from './account-watch'
import { parseCursor } from './event-cursor'
import type { Arrival } from './poll-changes'

const accountOf = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address
const fresh = (index: number): Arrival => ({ account: accountOf(index), cursor: undefined })
const back = (index: number): Arrival => ({
  account: accountOf(index),
  cursor: parseCursor('1:2:'),
})

function waiting(arrivals: readonly Arrival[]): Map<number, Arrival> {
  return new Map(arrivals.map((arrival, subscriber) => [subscriber, arrival]))
}

test('a poll takes fifty queries, longest waiting first', () => {
  const arrived = nextArrivals(waiting(Array.from({ length: 80 }, (_, i) => fresh(i))))
  expect([...arrived.keys()]).toEqual(Array.from({ length: 50 }, (_, i) => i))
})

test('identical subscriptions share one query, however many there are', () => {
  const arrived = nextArrivals(waiting(Array.from({ length: 300 }, (_, i) => back(i % 3))))
  expect(arrived.size).toBe(300)
  expect(new Set(arrived.values()).size).toBe(3)
})

test('many returning clients leave room for new ones', () => {
  const returning = Array.from({ length: 100 }, (_, i) => back(i))
  const arrived = nextArrivals(waiting([...returning, fresh(1), fresh(2)]))
  expect([...arrived.keys()]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 100, 101])
})
