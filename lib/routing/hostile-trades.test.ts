import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { Pool } from '@/lib/liquidity/pool'
import { randomMarket } from '@/lib/testing/auctions/random-market'
import { replayRoute } from '@/lib/testing/auctions/replay-route'
import { cases } from '@/lib/testing/cases'
import { searchRoute } from './find-route'
import type { RouteRequest } from './route'

type Trade = { readonly pools: readonly Pool[]; readonly request: RouteRequest }

/** Trades from one atom to beyond all pools, in dust and in depth, of nearly worthless and very valuable tokens. */
const trades: fc.Arbitrary<Trade> = fc
  .record({
    seed: fc.nat(),
    tokens: fc.integer({ min: 2, max: 8 }),
    pools: fc.integer({ min: 1, max: 24 }),
    concentrated: fc.constantFrom(0, 0.3, 0.6),
    vault: fc.constantFrom(0, 0.4, 1),
    furtherTokens: fc.constantFrom(0, 0.5),
    depths: fc.constantFrom([-6, 9] as const, [0, 9] as const, [3, 6] as const),
    worths: fc.constantFrom(1, 2, 12),
  })
  .chain(({ tokens, ...size }) => {
    const { pools, prices, ...market } = randomMarket({ ...size, tokens })
    const [sellToken, buyToken] = market.tokens as readonly [Address, Address]
    const power = fc.double({ min: -3, max: 14, noNaN: true })
    const amounts = (price = 1) =>
      fc.oneof(
        { weight: 1, arbitrary: fc.bigInt({ min: 1n, max: 3n }) },
        { weight: 4, arbitrary: power.map((digits) => BigInt(Math.ceil(10 ** digits / price))) },
      )
    return fc
      .oneof(
        amounts(prices[0]).map((sellAmount) => ({ sellAmount })),
        amounts(prices[1]).map((buyAmount) => ({ buyAmount })),
      )
      .map((amount) => ({ pools, request: { sellToken, buyToken, ...amount } }))
  })

test('searches routes for extreme trades without failure, exactly executed and within the bound', {
  tags: ['long'],
}, () => {
  let found = 0
  fc.assert(
    fc.property(trades, ({ pools, request }) => {
      const route = searchRoute(pools, request)
      if (!route) return
      found += 1
      expect(replayRoute(route)).toEqual({ sold: route.sellAmount, bought: route.buyAmount })
      expect(route.buyAmount).toBeGreaterThanOrEqual(request.buyAmount ?? 0n)
      expect(route.gapBps).toBeGreaterThanOrEqual(0)
    }),
    { seed: 41, numRuns: cases(200, 1_000) },
  )
  expect(found).toBeGreaterThan(cases(80, 400))
})
