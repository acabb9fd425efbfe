import fc from 'fast-check'
import { expect, test } from 'vitest'
import { closesOf, valueHistory } from './value-history'

const span = { from: 0, to: 8_900 }
const closes = (...pairs: readonly (readonly [number, number])[]) =>
  pairs.map(([time, close]) => ({ time, close }))

test('values follow the closes of what is held today, and end with its value now', () => {
  const rising = { usd: 30, price: 3, candles: closes([0, 1], [4_450, 2]) }
  const steady = { usd: 5, price: 1, candles: [] }
  const { values, from, isShort } = valueHistory([rising, steady], span)
  expect({ from, isShort, length: values.length }).toEqual({ from: 0, isShort: false, length: 90 })
  expect([values[0], values[44], values[45], values.at(-1)]).toEqual([15, 15, 25, 35])
})

test('a shorter history begins with its first price, and says so', () => {
  const young = { usd: 10, price: 1, candles: closes([8_010, 2], [8_500, 1]) }
  const history = valueHistory([young], span)
  expect(history).toMatchObject({ from: 8_010, isShort: true })
  expect(history.values[0]).toBe(20)
  const late = { usd: 10, price: 1, candles: closes([400, 2]) }
  expect(valueHistory([late], span).isShort).toBe(false)
})

test('a history begins with the first open, whatever the length of its candles', () => {
  const hours = closesOf(
    [
      { time: 0, open: 1, close: 2 },
      { time: 3_600, open: 2, close: 3 },
    ],
    3_600,
  )
  expect(hours).toEqual(closes([0, 1], [3_600, 2], [7_200, 3]))
  expect(closesOf([{ time: 0, open: 1, close: 3 }], 86_400)).toEqual(closes([0, 1], [86_400, 3]))
  expect(closesOf([], 3_600)).toEqual([])
})

test('without past prices there is no curve', () => {
  const none = { values: [], from: span.to, isShort: true }
  expect(valueHistory([], span)).toEqual(none)
  expect(valueHistory([{ usd: 1, price: 1, candles: [] }], span)).toEqual(none)
  expect(valueHistory([{ usd: 1, price: 1, candles: closes([8_900, 1]) }], span)).toEqual(none)
})

test('values lie between the lowest and the highest worth of each token', () => {
  const price = fc.double({ min: 0.01, max: 1_000, noNaN: true })
  const candles = fc
    .array(fc.tuple(fc.integer({ min: 0, max: 8_000 }), price), { minLength: 1, maxLength: 20 })
    .map((pairs) => closes(...pairs.toSorted(([a], [b]) => a - b)))
  fc.assert(
    fc.property(fc.array(fc.record({ usd: price, price, candles }), { minLength: 1 }), (tokens) => {
      const bound = (pick: (...prices: number[]) => number) =>
        tokens.reduce((total, token) => {
          const known = token.candles.map(({ close }) => close)
          return total + (token.usd * pick(...known, token.price)) / token.price
        }, 0)
      const [low, high] = [bound(Math.min), bound(Math.max)]
      for (const value of valueHistory(tokens, span).values) {
        expect(value).toBeGreaterThanOrEqual(low * (1 - 1e-9))
        expect(value).toBeLessThanOrEqual(high * (1 + 1e-9))
      }
    }),
  )
})
