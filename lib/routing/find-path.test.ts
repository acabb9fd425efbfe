import fc from 'fast-check'
import { expect, test } from 'vitest'
import { randomMarket } from '@/lib/testing/auctions/random-market'
import { replayRoute } from '@/lib/testing/auctions/replay-route'
import { findPath } from './find-path'
import { findRoute } from './find-route'

const market = randomMarket({ seed: 3, tokens: 12, pools: 40, concentrated: 0.3 })
const trade = fc.record({
  from: fc.nat(11),
  distance: fc.integer({ min: 1, max: 11 }),
  exponent: fc.double({ min: -3, max: 5, noNaN: true }),
  kind: fc.constantFrom('sell' as const, 'buy' as const),
  gasPrice: fc.constantFrom(0n, 10n ** 6n),
})

test('executes exactly, never beats a split, and bounds the split too', () => {
  fc.assert(
    fc.property(trade, ({ from, distance, exponent, kind, gasPrice }) => {
      const to = (from + distance) % 12
      const [sellToken, buyToken] = [market.tokens[from]!, market.tokens[to]!]
      const given = kind === 'sell' ? from : to
      const amount = BigInt(Math.round(10 ** exponent / market.prices[given]!)) + 1n
      const size = kind === 'sell' ? { sellAmount: amount } : { buyAmount: amount }
      const costPerUnit = { numerator: gasPrice, denominator: 10n ** 6n }
      const request = { sellToken, buyToken, ...size, gas: gasPrice ? { costPerUnit } : undefined }
      const path = findPath(market.pools, request)
      const split = findRoute(market.pools, request)
      // A split may fill an amount that no single path can.
      if (!path || !split) {
        expect(path).toBeUndefined()
        return
      }
      expect(path.hops.length).toBeLessThanOrEqual(3)
      expect(replayRoute(path).bought).toBe(path.buyAmount)
      expect(path.gapBps).toBeGreaterThanOrEqual(0)
      const net = ({ buyAmount, sellAmount, gas }: typeof path) =>
        (kind === 'sell' ? buyAmount : -sellAmount) * 10n ** 6n - gas * gasPrice
      expect(net(path)).toBeLessThanOrEqual(net(split))
      if (gasPrice > 0n) return
      if (kind === 'sell') expect(path.bound).toBeGreaterThanOrEqual(split.buyAmount)
      else expect(path.bound).toBeLessThanOrEqual(split.sellAmount)
    }),
    { numRuns: 150, seed: 5 },
  )
})

test('finds no path between unconnected tokens or for a zero amount', () => {
  const [sellToken, buyToken] = [market.tokens[0]!, market.tokens[1]!]
  expect(findPath([], { sellToken, buyToken, sellAmount: 1n })).toBeUndefined()
  expect(findPath(market.pools, { sellToken, buyToken, sellAmount: 0n })).toBeUndefined()
  expect(findPath(market.pools, { sellToken, buyToken: sellToken, sellAmount: 1n })).toBeUndefined()
})
