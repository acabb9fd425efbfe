import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Vote, weightedMedian } from './weighted-median'

const seed = 20_261_121
const vote = fc.record({
  value: fc.double({ min: 1e-9, max: 1e9, noNaN: true }),
  weight: fc.double({ min: 1, max: 1e12, noNaN: true }),
})
const votes = (minLength: number) => fc.array(vote, { minLength, maxLength: 12 })
const valuesOf = (list: readonly Vote[]) => list.map(({ value }) => value)

describe('the weighted median', () => {
  test.each([
    [[], undefined],
    [[[5, 1]], 5],
    [
      [
        [1, 1],
        [3, 1],
      ],
      2,
    ],
    [
      [
        [1, 1],
        [3, 2],
      ],
      3,
    ],
    [
      [
        [1, 1],
        [2, 1],
        [100, 1],
      ],
      2,
    ],
    [
      [
        [1, 10],
        [2, 10],
        [100, 1],
      ],
      2,
    ],
    [
      [
        [1, 1],
        [2, 1],
        [3, 1],
        [4, 1],
      ],
      2.5,
    ],
  ] as const)('of %j is %j', (pairs, expected) => {
    expect(weightedMedian(pairs.map(([value, weight]) => ({ value, weight })))).toBe(expected)
  })

  test('lies between the smallest and the largest value', () => {
    fc.assert(
      fc.property(votes(1), (list) => {
        const middle = weightedMedian(list)
        expect(middle).toBeGreaterThanOrEqual(Math.min(...valuesOf(list)))
        expect(middle).toBeLessThanOrEqual(Math.max(...valuesOf(list)))
      }),
      { seed },
    )
  })

  test('does not depend on the order of the votes', () => {
    fc.assert(
      fc.property(votes(1), (list) => {
        expect(weightedMedian(list.toReversed())).toBe(weightedMedian(list))
      }),
      { seed },
    )
  })

  test('of three or more lies between the others, whatever the value and weight of one vote', () => {
    fc.assert(
      fc.property(
        votes(2),
        vote,
        fc.double({ min: 1, max: 1e30, noNaN: true }),
        (rest, wrong, weight) => {
          const middle = weightedMedian([...rest, { ...wrong, weight }])
          expect(middle).toBeGreaterThanOrEqual(Math.min(...valuesOf(rest)))
          expect(middle).toBeLessThanOrEqual(Math.max(...valuesOf(rest)))
        },
      ),
      { seed, numRuns: 1_000 },
    )
  })

  test('is not moved by many light votes against a few heavy ones', () => {
    const light = Array.from({ length: 20 }, () => ({ value: 100, weight: 1 }))
    const heavy = [1, 2, 3].map((value) => ({ value, weight: 1_000 }))
    expect(weightedMedian([...heavy, ...light])).toBe(2)
  })
})
