import { describe, expect, it } from 'vitest'
import { dayFacts, pairCandles, pairPools } from './pair-candles'

const candle = (
  time: number,
  [open, high, low, close]: readonly [number, number, number, number],
) => ({
  ...{ time, open, high, low, close, volume: 7 },
})
const flat = (time: number, price: number) => candle(time, [price, price, price, price])

describe('pairCandles', () => {
  it('divides candles of the same time, and keeps the volume of the base token', () => {
    const base = [candle(0, [100, 120, 90, 110])]
    const quote = [candle(0, [10, 12, 10, 10])]
    expect(pairCandles(base, quote)).toEqual([
      { time: 0, open: 10, high: 11, low: 9, close: 11, volume: 7 },
    ])
  })

  it('takes the last close of a quote token that was not traded meanwhile', () => {
    const base = [flat(0, 100), flat(300, 100), flat(600, 90)]
    const closes = pairCandles(base, [candle(300, [1, 1, 1, 2])]).map(({ time, close }) => [
      time,
      close,
    ])
    expect(closes).toEqual([
      [300, 50],
      [600, 45],
    ])
  })

  it('leaves out prices of zero', () => {
    expect(pairCandles([flat(0, 0), flat(300, 5)], [flat(0, 1)])).toHaveLength(1)
    expect(pairCandles([flat(0, 1)], [])).toEqual([])
  })
})

describe('dayFacts', () => {
  it('has the range and the change since the first open', () => {
    const day = [candle(0, [100, 104, 98, 102]), candle(300, [102, 103, 97, 99])]
    expect(dayFacts(day)).toEqual({ low: 97, high: 104, change: expect.closeTo(-0.01) })
    expect(dayFacts([])).toBeUndefined()
  })
})

describe('pairPools', () => {
  const pool = (contract_address: string, tvl: number) => ({ contract_address, tvl, volume: 1 })

  it('sums the pools that hold both tokens', () => {
    const base = [pool('a', 10), pool('b', 20), pool('c', 40)]
    expect(pairPools(base, [pool('b', 20), pool('c', 40), pool('d', 5)])).toEqual({
      ...{ tvl: 60, volume: 2 },
    })
    expect(pairPools(base, [pool('d', 5)])).toBeUndefined()
  })
})
