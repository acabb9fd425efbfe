import { describe, expect, test } from 'vitest'
import { plainSlippageBps, seriesVolatility } from '@/lib/market/slippage/volatility'
import { getRecordedSeries, type RecordedSeries, recordedPairs } from './recorded-prices'

describe.each(recordedPairs)('$chainId $name', ({ base, quote, bps, maxBps }) => {
  test('reproduces the published tolerance', () => {
    const history = {
      base: base.points,
      quote: quote.points,
      basePrice: base.usd,
      quotePrice: quote.usd,
    }
    expect(plainSlippageBps(history)).toBe(bps)
  })

  test('reproduces the published maximum of the two tokens', () => {
    const ofToken = ({ points, usd }: RecordedSeries) => seriesVolatility(points) / usd
    expect(Math.ceil(Math.max(ofToken(base), ofToken(quote)) * 10_000)).toBe(maxBps)
  })

  test.each([base, quote])('is a day in ascending time: $address', ({ points }) => {
    const gaps = points.slice(1).map(({ at }, index) => at - points[index]!.at)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(0)
    expect(points.at(-1)!.at - points[0]!.at).toBeGreaterThan(23 * 3_600)
  })
})

test('rejects a token without a recording', () => {
  expect(() => getRecordedSeries(1, 'SHIB')).toThrow('No prices of SHIB are recorded on chain 1')
})
