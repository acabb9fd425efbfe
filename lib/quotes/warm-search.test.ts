import { expect, test } from 'vitest'
import type { Pool } from '@/lib/liquidity/pool'
import { findRoute } from '@/lib/routing/find-route'
import { randomMarket } from '@/lib/testing/auctions/random-market'
import { findWarmRoute } from './warm-search'

const market = randomMarket({ seed: 12, tokens: 20, pools: 80 })
const [sellToken, buyToken] = [market.tokens[2]!, market.tokens[9]!]
const sellAmount = BigInt(Math.round(30_000 / market.prices[2]!))

/** The same market some blocks later: every pool has traded slightly. */
function later(pools: readonly Pool[], part: bigint): readonly Pool[] {
  return pools.map((pool, i) =>
    pool.protocol === 'uniswap-v2' && i % 3 === 0
      ? { ...pool, reserve0: pool.reserve0 + pool.reserve0 / part }
      : pool,
  )
}

test('over many blocks each route and its bound are as good as those of a cold search', () => {
  let pools: readonly Pool[] = market.pools
  for (let block = 0; block < 12; block += 1) {
    const request = { sellToken, buyToken, sellAmount: sellAmount + BigInt(block) }
    const warm = findWarmRoute(pools, request)!
    const cold = findRoute(pools, request)!
    expect(Number(warm.buyAmount) / Number(cold.buyAmount)).toBeCloseTo(1, 6)
    expect(warm.bound).toBeGreaterThanOrEqual(cold.buyAmount)
    expect(warm.gapBps).toBeLessThan(cold.gapBps + 0.1)
    pools = later(pools, 400n + BigInt(block))
  }
})

test('the same request on the same pools has the same result, whatever was requested in between', () => {
  const pools = later(market.pools, 77n)
  const request = { sellToken, buyToken, sellAmount }
  const first = findWarmRoute(pools, request)
  findWarmRoute(pools, { ...request, sellAmount: (sellAmount * 6n) / 5n })
  findWarmRoute(later(pools, 3n), request)
  expect(findWarmRoute(pools, request)).toEqual(first)
})
