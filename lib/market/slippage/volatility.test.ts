import { expect, test } from 'vitest'
import type { PricePoint } from '@/lib/market/candles/candle'
import { type PairHistory, plainSlippageBps } from './volatility'

// Tests the formula as the closest public service publishes it, including its weaknesses; our corrections are
// tested in slippage.test.ts.

const start = Date.UTC(2024, 0, 1) / 1000

function series(prices: readonly number[], gap = 300, from = start): readonly PricePoint[] {
  return prices.map((usd, index) => ({ at: from + index * gap, usd }))
}

const flat = [1, 1, 1, 1]
const rising = [100, 110, 120, 130]
const creeping = [100, 100.01, 100.02, 100.03]

type Row = [
  name: string,
  base: readonly PricePoint[],
  quote: readonly PricePoint[],
  prices: readonly [number | undefined, number | undefined],
  bps: number,
]

test.each<Row>([
  ['the quote token rises', series(flat), series(rising), [1, 10], 87],
  ['the base token rises', series(rising), series(flat), [10, 1], 11_181],
  ['the base token rises, far from its price', series(rising), series(flat), [1, 10], 1_118_034],
  [
    'no times match: the larger of the two',
    series(flat),
    series([1, 2, 2, 3], 300, start - 3_600),
    [1, 10],
    708,
  ],
  ['it moves by 0.02', series([100, 100.02, 100.04, 100.06]), series(flat), [1, 10], 2_237],
  [
    'it moves by 0.0001',
    series([100.0001, 100.0002, 100.0003, 100.0004]),
    series(flat),
    [1, 10],
    12,
  ],
  ['nothing moves', series(flat), series(flat), [1, 10], 0],
  ['it creeps', series(creeping), series(flat), [100, 1], 2],
  ['it creeps, base 1.1', series(creeping), series(flat), [1.1, 100], 10_164],
  ['it creeps, base 0.9', series(creeping), series(flat), [0.9, 100], 12_423],
  ['points are 6 minutes apart', series(creeping, 360), series([10, 10, 10, 10], 360), [1, 10], 97],
  [
    'points are 4 minutes apart',
    series(creeping, 240),
    series([10, 10, 10, 10], 240),
    [1, 10],
    160,
  ],
  ['both are the same', series(creeping), series(creeping), [1, 0.9], 0],
  ['both are the same, prices exchanged', series(creeping), series(creeping), [0.9, 1], 0],
  ['both are the same, a price missing', series(creeping), series(creeping), [undefined, 1], 0],
  ['a price is missing', series(rising), series(flat), [1, undefined], 0],
  ['a history is empty', series([]), series(flat), [1, 10], 0],
])('the published formula where %s', (_, base, quote, [basePrice, quotePrice], bps) => {
  expect(plainSlippageBps({ base, quote, basePrice, quotePrice })).toBe(bps)
})

test('the published formula is 0 without a history', () => {
  const history: PairHistory = {
    base: undefined,
    quote: series(rising),
    basePrice: 1,
    quotePrice: 1,
  }
  expect(plainSlippageBps(history)).toBe(0)
  expect(plainSlippageBps({ ...history, base: history.quote, quote: undefined })).toBe(0)
})
