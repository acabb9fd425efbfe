import fc from 'fast-check'
import { expect, test } from 'vitest'
import { boughtFor } from '@/lib/client/limit/ratio'
import {
  intervalProblem,
  minIntervalSeconds,
  partLimits,
  planParts,
  postpone,
  splitAmount,
  worsenedBy,
} from './plan'

const amount = fc.bigInt(1n, 2n ** 200n)
const count = fc.integer({ min: partLimits.min, max: partLimits.max })
const ratio = fc.record({ bought: fc.bigInt(1n, 2n ** 128n), sold: fc.bigInt(1n, 2n ** 128n) })
const seconds = fc.integer({ min: minIntervalSeconds, max: 600_000 })
const start = fc.integer({ min: 1_700_000_000, max: 1_900_000_000 })

const terms = fc.record({
  total: amount,
  parts: count,
  intervalSeconds: seconds,
  startSeconds: start,
  worst: ratio,
})

test('parts sum up to the total exactly and differ by an atom at most', () => {
  fc.assert(
    fc.property(amount, count, (total, parts) => {
      const amounts = splitAmount(total, parts)
      expect(amounts).toHaveLength(parts)
      expect(amounts.reduce((sum, each) => sum + each, 0n)).toBe(total)
      const sorted = amounts.toSorted((a, b) => (a < b ? 1 : -1))
      expect(amounts).toEqual(sorted)
      expect((amounts[0] ?? 0n) - (amounts.at(-1) ?? 0n)).toBeLessThanOrEqual(1n)
    }),
    { seed: 11 },
  )
})

test('parts follow each other without overlap, and no part asks for less than the worst price', () => {
  fc.assert(
    fc.property(terms, (given) => {
      const parts = planParts(given)
      expect(parts.reduce((sum, part) => sum + part.sellAmount, 0n)).toBe(given.total)
      for (const [index, part] of parts.entries()) {
        expect(part.validFrom).toBe(given.startSeconds + index * given.intervalSeconds)
        expect(part.validTo).toBe(
          parts[index + 1]?.validFrom ?? part.validFrom + given.intervalSeconds,
        )
        expect(part.buyAmount * given.worst.sold).toBeGreaterThanOrEqual(
          part.sellAmount * given.worst.bought,
        )
        expect((part.buyAmount - 1n) * given.worst.sold).toBeLessThan(
          part.sellAmount * given.worst.bought,
        )
      }
    }),
    { seed: 12 },
  )
})

test('the worst price is worse by exactly the given share', () => {
  fc.assert(
    fc.property(ratio, fc.integer({ min: 0, max: 9_999 }), amount, (market, bps, sold) => {
      const least = boughtFor(sold, worsenedBy(market, bps))
      const exact = sold * market.bought * BigInt(10_000 - bps)
      expect(least * market.sold * 10_000n).toBeGreaterThanOrEqual(exact)
      expect((least - 1n) * market.sold * 10_000n).toBeLessThan(exact)
    }),
    { seed: 13 },
  )
})

test('late parts move by whole intervals, just so far that the first can be placed', () => {
  fc.assert(
    fc.property(terms, fc.integer({ min: 0, max: 5_000_000 }), (given, lateBy) => {
      const parts = planParts(given)
      const now = { nowSeconds: given.startSeconds + lateBy, spareSeconds: 120 }
      const moved = postpone(parts, now)
      const by = (moved[0]?.validFrom ?? 0) - given.startSeconds
      expect(by % given.intervalSeconds).toBe(0)
      expect(moved[0]?.validTo).toBeGreaterThanOrEqual(now.nowSeconds + 120)
      if (by > 0)
        expect((moved[0]?.validTo ?? 0) - given.intervalSeconds).toBeLessThan(now.nowSeconds + 120)
      expect(moved.map(({ validFrom }) => validFrom - by)).toEqual(
        parts.map(({ validFrom }) => validFrom),
      )
    }),
    { seed: 14 },
  )
})

test('an interval needs five minutes, and the last part ends within a year', () => {
  expect(intervalProblem(299, 2)).toBe('too-short')
  expect(intervalProblem(300, 50)).toBeUndefined()
  expect(intervalProblem(7 * 86_400, 50)).toBeUndefined()
  expect(intervalProblem(8 * 86_400, 50)).toBe('too-long')
  expect(intervalProblem(Number.NaN, 2)).toBe('not-whole')
  expect(intervalProblem(0, 2)).toBe('too-short')
})
