import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundDepths, findBarIndex, type PoolBar, trimSpikes } from './pool-bars'

const seconds = 300
const start = 1_800_000_000
const later = start + 1_000_000

/** Builds consecutive bars that open at the previous close, with optional wicks. */
function barsOf(closes: readonly number[], high: Readonly<Record<number, number>> = {}): PoolBar[] {
  return closes.map((close, i) => {
    const open = closes[i - 1] ?? close
    const depths = { depth0: 1, depth1: 1, volume0: 1, volume1: 1 }
    const top = Math.max(open, close, high[i] ?? 0)
    return {
      at: start + i * seconds,
      open,
      close,
      high: top,
      low: Math.min(open, close),
      ...depths,
    }
  })
}

const trim = (bars: readonly PoolBar[], now = later) => trimSpikes(bars, { seconds, now })
const closesOf = (bars: readonly PoolBar[]) => bars.map(({ close }) => close)

describe('trimSpikes', () => {
  test('keeps usual price moves', () => {
    const bars = barsOf([100, 101, 99.5, 100.2, 101.5])
    expect(trim(bars)).toEqual(bars)
  })

  test('keeps a large move that persists', () => {
    expect(closesOf(trim(barsOf([100, 150, 151, 150])))).toEqual([100, 150, 151, 150])
  })

  test('clamps a close that reverts to two percent', () => {
    expect(closesOf(trim(barsOf([100, 150, 100, 100])))[1]).toBeCloseTo(102, 9)
    expect(closesOf(trim(barsOf([100, 50, 100, 100])))[1]).toBeCloseTo(100 / 1.02, 9)
  })

  test('clamps a wick to two percent beyond the neighbouring closes', () => {
    const [, spike] = trim(barsOf([100, 100, 100], { 1: 150 }))
    expect(spike?.high).toBeCloseTo(102, 9)
    expect(spike?.close).toBe(100)
  })

  test('clamps a candle that is all spike to two percent, including its open', () => {
    const [first, spike, ...others] = barsOf([100, 150, 100])
    if (!first || !spike) throw new Error('a candle is missing')
    const [, held] = trim([first, { ...spike, open: 150, low: 150 }, ...others])
    for (const price of [held?.open, held?.high, held?.close]) expect(price).toBeCloseTo(102, 9)
  })

  test('clamps an open candle to the previous one', () => {
    const bars = barsOf([100, 100, 150])
    expect(closesOf(trim(bars, start + 2 * seconds + 10))[2]).toBeCloseTo(102, 9)
    expect(closesOf(trim(bars))[2]).toBe(150)
  })

  test('widens the bound with the square root of the candle length', () => {
    const bars = barsOf([100, 150, 100])
    const hourly = trimSpikes(bars, { seconds: 3_600, now: later })
    expect(hourly[1]?.close).toBeCloseTo(100 * (1 + 0.02 * Math.sqrt(12)), 9)
  })

  test('keeps low <= open, close <= high', () => {
    const price = fc.double({ min: 1, max: 1_000, noNaN: true })
    fc.assert(
      fc.property(fc.array(price, { minLength: 1, maxLength: 20 }), price, (closes, high) => {
        const trimmed = trim(barsOf(closes, { 1: high }))
        for (const bar of trimmed) {
          expect(bar.low).toBeLessThanOrEqual(Math.min(bar.open, bar.close))
          expect(bar.high).toBeGreaterThanOrEqual(Math.max(bar.open, bar.close))
        }
      }),
      { seed: 20_261_121 },
    )
  })
})

describe('findBarIndex', () => {
  const bars = barsOf([1, 2, 3])
  test.each([
    [start - 1, undefined],
    [start, 0],
    [start + 299, 0],
    [start + 600, 2],
    [start + 5_000, 2],
  ])('at %i returns %s', (at, index) => {
    expect(findBarIndex(bars, { at, since: 0 })).toBe(index)
  })

  test('returns undefined for a bar that is too old', () => {
    expect(findBarIndex(bars, { at: start + 5_000, since: start + 601 })).toBeUndefined()
  })
})

describe('boundDepths', () => {
  const bars = barsOf([100, 101]).map((bar) => ({ ...bar, depth0: 1_000, depth1: 50_000 }))
  const depthsOf = (held: Parameters<typeof boundDepths>[1]) =>
    boundDepths(bars, held).map(({ depth0, depth1 }) => [depth0, depth1])

  test('scales both sides down to the pool’s holdings', () => {
    expect(depthsOf({ held0: 100, held1: undefined })[0]).toEqual([100, 5_000])
    expect(depthsOf({ held0: 500, held1: 1_000 })[0]).toEqual([20, 1_000])
    expect(depthsOf({ held0: 0, held1: undefined })[1]).toEqual([0, 0])
  })

  test('keeps depths if the holdings are larger or unknown', () => {
    expect(boundDepths(bars, undefined)).toEqual(bars)
    expect(boundDepths(bars, { held0: 5_000, held1: undefined })).toEqual(bars)
  })
})
