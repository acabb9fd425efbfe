import fc from 'fast-check'
import { expect, test } from 'vitest'
import { maxAttempts, retryDelayMs } from './retry-schedule'

const plain = { afterMs: undefined, chance: 0.5 }

test('retries after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h and 10 h, eight attempts in all', () => {
  const delays = Array.from({ length: 8 }, (_, index) =>
    retryDelayMs({ attempts: index + 1, ...plain }),
  )
  const hour = 3_600_000
  expect(delays).toEqual([
    5_000,
    300_000,
    hour / 2,
    2 * hour,
    5 * hour,
    10 * hour,
    10 * hour,
    undefined,
  ])
  expect(maxAttempts).toBe(8)
})

test('delays are jittered by a tenth', () => {
  fc.assert(
    fc.property(fc.double({ min: 0, max: 1, noNaN: true }), (chance) => {
      const delay = retryDelayMs({ attempts: 1, afterMs: undefined, chance })
      expect(delay).toBeGreaterThanOrEqual(4_500)
      expect(delay).toBeLessThanOrEqual(5_500)
    }),
    { seed: 2 },
  )
})

test('an endpoint may request a longer delay, up to a day, but not a shorter one', () => {
  const after = (afterMs: number) => retryDelayMs({ attempts: 1, afterMs, chance: 0.5 })
  expect(after(60_000)).toBe(60_000)
  expect(after(1)).toBe(5_000)
  expect(after(1e12)).toBe(24 * 3_600_000)
  expect(retryDelayMs({ attempts: maxAttempts, afterMs: 60_000, chance: 0.5 })).toBeUndefined()
})
