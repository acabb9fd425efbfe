import { expect, test } from 'vitest'
import { candleSpan, ranges } from './candle-span'
import { holderRows } from './holder-rows'
import { dayChange, extentOf } from './price-change'
import { atomsWorth } from './slippage-cases'

const now = Date.UTC(2026, 10, 21, 9, 32, 10)

test('a range ends with the candle that is being made and asks for no more than 1,000', () => {
  expect(candleSpan('1D', now)).toEqual({
    interval: '5m',
    from: Date.UTC(2026, 10, 20, 9, 30) / 1000,
    to: Date.UTC(2026, 10, 21, 9, 35) / 1000,
  })
  const counts = ranges.map(({ range }) => {
    const { from, to, interval } = candleSpan(range, now)
    return (to - from) / { '5m': 300, '1h': 3_600, '1d': 86_400 }[interval]
  })
  expect(counts).toEqual([289, 169, 721, 366])
})

test('within a candle everyone asks the same', () => {
  expect(candleSpan('1W', now)).toEqual(candleSpan('1W', now + 60_000))
})

test('the change of a day needs a price of a day ago', () => {
  const seconds = now / 1000
  const old = [{ time: seconds - 86_400, open: 50 }]
  expect(dayChange(55, old, seconds)).toBeCloseTo(1.1)
  expect(dayChange(55, [{ time: seconds - 3_600, open: 50 }], seconds)).toBeUndefined()
  expect(dayChange(55, [], seconds)).toBeUndefined()
  expect(dayChange(55, [{ time: seconds - 86_400, open: 0 }], seconds)).toBeUndefined()
})

test('a stretch is summed up by its ends, extremes and volume', () => {
  const candle = { time: 0, open: 1, high: 4, low: 1, close: 2, volume: 10 }
  const later = { time: 300, open: 2, high: 3, low: 0.5, close: 3, volume: 5 }
  expect(extentOf([candle, later])).toEqual({ open: 1, close: 3, high: 4, low: 0.5, volume: 15 })
  expect(extentOf([])).toBeUndefined()
})

test('holders are shown with their share and their name', () => {
  const pool = `0x${'ab'.repeat(20)}`
  const holders = [
    { address: pool, balance: '750' },
    { address: `0x${'01'.repeat(20)}`, balance: '250' },
  ]
  const labels = new Map([[pool, 'Uniswap V2 pool']])
  expect(holderRows(holders, { supply: 1000n, labels })).toMatchObject([
    { share: 0.75, label: 'Uniswap V2 pool' },
    { share: 0.25, label: undefined },
  ])
  expect(holderRows(holders, { supply: undefined, labels })[0]?.share).toBeUndefined()
  expect(holderRows(holders, { supply: 700n, labels })[0]?.share).toBeUndefined()
  expect(holderRows(holders, { supply: 0n, labels })[0]?.share).toBeUndefined()
})

test('a sum of dollars is turned into atoms of the token', () => {
  expect(atomsWorth(1_000, { price: 3_021.55, decimals: 18 })).toBe(33n * 10n ** 16n)
  expect(atomsWorth(1_000, { price: 1, decimals: 6 })).toBe(1_000_000_000n)
  expect(atomsWorth(1_000, { price: 98_000, decimals: 0 })).toBeUndefined()
  expect(atomsWorth(1_000, { price: 1e-40, decimals: 18 })).toBeUndefined()
})
