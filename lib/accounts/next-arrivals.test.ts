import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { parseCursor } from './event-cursor'
import { nextArrivals } from './next-arrivals'
import type { Arrival } from './poll-changes'

const accountOf = (index: number) => `0x${index.toString(16).padStart(40, '0')}` as Address
const anew = (index: number): Arrival => ({ account: accountOf(index), cursor: undefined })
const back = (index: number): Arrival => ({
  account: accountOf(index),
  cursor: parseCursor('1:2:'),
})

function waiting(arrivals: readonly Arrival[]): Map<number, Arrival> {
  return new Map(arrivals.map((arrival, subscriber) => [subscriber, arrival]))
}

test('a turn takes fifty questions, of those who wait longest', () => {
  const arrived = nextArrivals(waiting(Array.from({ length: 80 }, (_, i) => anew(i))))
  expect([...arrived.keys()]).toEqual(Array.from({ length: 50 }, (_, i) => i))
})

test('who asks for the same is answered by one reading, however many they are', () => {
  const arrived = nextArrivals(waiting(Array.from({ length: 300 }, (_, i) => back(i % 3))))
  expect(arrived.size).toBe(300)
  expect(new Set(arrived.values()).size).toBe(3)
})

test('those who come back in numbers leave room for those who are new', () => {
  const returning = Array.from({ length: 100 }, (_, i) => back(i))
  const arrived = nextArrivals(waiting([...returning, anew(1), anew(2)]))
  expect([...arrived.keys()]).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 100, 101])
})
