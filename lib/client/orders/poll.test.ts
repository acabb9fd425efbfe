import { expect, test } from 'vitest'
import { nextPollMs } from './poll'

const order = (status: 'open' | 'fulfilled', ageSeconds: number) => ({
  status,
  createdAt: new Date(1_000_000_000 - ageSeconds * 1000),
})
const poll = (...orders: ReturnType<typeof order>[]) => nextPollMs(orders, 1_000_000_000)

test('an open order is asked for every 2 s for two minutes, then every 15 s', () => {
  expect(poll(order('open', 119), order('open', 900))).toBe(2_000)
  expect(poll(order('open', 121))).toBe(15_000)
})

test('orders that are over are not asked for again', () => {
  expect(poll(order('fulfilled', 5))).toBe(false)
  expect(poll()).toBe(false)
})
