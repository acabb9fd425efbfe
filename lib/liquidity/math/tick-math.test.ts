import { describe, expect, test } from 'vitest'
import { maxSqrtRatio, maxTick, minSqrtRatio, minTick, sqrtRatioAtTick } from './tick-math'

describe('the square root price at a tick', () => {
  test.each([
    [minTick, minSqrtRatio],
    [minTick + 1, 4_295_343_490n],
    [0, 1n << 96n],
    [maxTick - 1, 1_461_373_636_630_004_318_706_518_188_784_493_106_690_254_656_249n],
    [maxTick, maxSqrtRatio],
  ])('matches the Uniswap V3 contract at %i', (tick, ratio) => {
    expect(sqrtRatioAtTick(tick)).toBe(ratio)
  })

  test('is 1.0001^(tick / 2) to nine digits and increases', () => {
    let previous = 0n
    for (let tick = -400_000; tick <= 400_000; tick += 997) {
      const ratio = sqrtRatioAtTick(tick)
      expect(Number(ratio) / 2 ** 96 / 1.0001 ** (tick / 2)).toBeCloseTo(1, 9)
      expect(ratio).toBeGreaterThan(previous)
      previous = ratio
    }
  })

  test.each([minTick - 1, maxTick + 1, 0.5, Number.NaN])('of %d throws', (tick) => {
    expect(() => sqrtRatioAtTick(tick)).toThrow(RangeError)
  })
})
