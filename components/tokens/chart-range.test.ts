import { describe, expect, it } from 'vitest'
import { chartRange } from './chart-range'

const candle = (low: number, close: number, high: number) => ({
  ...{ time: 0, open: close, low, close, high, volume: 0 },
})
const candles = [candle(90, 100, 120), candle(95, 110, 115)]

describe('chartRange', () => {
  it('spans the drawn prices: closes of a line, wicks of candles', () => {
    expect(chartRange(candles, { kind: 'line', level: undefined })).toEqual({ from: 100, to: 110 })
    expect(chartRange(candles, { kind: 'candles', level: undefined })).toEqual({
      from: 90,
      to: 120,
    })
  })

  it('extends to a level on either side', () => {
    expect(chartRange(candles, { kind: 'line', level: 130 })).toEqual({ from: 100, to: 130 })
    expect(chartRange(candles, { kind: 'line', level: 95 })).toEqual({ from: 95, to: 110 })
    expect(chartRange(candles, { kind: 'line', level: 105 })).toEqual({ from: 100, to: 110 })
  })

  it('leaves a far level outside', () => {
    expect(chartRange(candles, { kind: 'line', level: 1_000 })).toEqual({ from: 100, to: 160 })
    expect(chartRange(candles, { kind: 'line', level: 1 })).toEqual({ from: 50, to: 110 })
  })

  it('gives a constant price a scale, and none to no prices', () => {
    const range = chartRange([candle(1, 1, 1)], { kind: 'line', level: undefined })
    expect(range).toEqual({ from: 0.9995, to: 1.0005 })
    expect(chartRange([], { kind: 'line', level: 3 })).toBeUndefined()
  })
})
