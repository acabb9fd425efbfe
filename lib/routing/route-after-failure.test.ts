import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { ConstantProductPool, Pool } from '@/lib/liquidity/pool'
import { replayRoute } from '@/lib/testing/auctions/replay-route'
import { findPath, findRoute } from './find-route'

const token = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`
const ends = { sellToken: token(1), buyToken: token(3) }
const e18 = 10n ** 18n

function pair(n: number, [first, second]: readonly [number, number]): ConstantProductPool {
  const reserves = { reserve0: 1_000n * e18, reserve1: 1_000n * e18 }
  const tokens = { token0: token(first), token1: token(second) }
  return { protocol: 'uniswap-v2', address: token(100 + n), feePpm: 3_000, ...tokens, ...reserves }
}

const sound = [pair(1, [1, 2]), pair(2, [2, 3]), pair(3, [1, 3]), pair(4, [1, 3])]

/** Pools that no contract describes, between the ends of the trade. */
const broken: readonly (readonly [string, unknown])[] = [
  ['a concentrated pool without ticks', { ...pair(9, [1, 3]), protocol: 'uniswap-v3' }],
  ['a stable pool without balances', { ...pair(9, [1, 3]), protocol: 'balancer-stable' }],
  ['reserves that are no whole numbers', { ...pair(9, [1, 3]), reserve0: 1e21, reserve1: 1e24 }],
]

test.each(broken)('falls back to the best single path: %s', async (_, pool) => {
  const warnings: unknown[] = []
  const note = (warning: unknown) => warnings.push(warning)
  process.on('warning', note)
  const pools = [...sound, pool as Pool]
  for (const amount of [{ sellAmount: 50n * e18 }, { buyAmount: 40n * e18 }]) {
    const route = findRoute(pools, { ...ends, ...amount })
    const path = findPath(sound, { ...ends, ...amount })
    expect(path).toBeDefined()
    expect(route).toEqual(path)
    if (route) {
      expect(replayRoute(route)).toEqual({ sold: route.sellAmount, bought: route.buyAmount })
    }
  }
  await new Promise(setImmediate)
  process.off('warning', note)
  expect(warnings.length).toBe(pool === broken[0]?.[1] ? 1 : 0)
})

test('finds no route if every pool fails, and does not throw', () => {
  const pools = broken.map(([, pool]) => pool as Pool)
  expect(findRoute(pools, { ...ends, sellAmount: e18 })).toBeUndefined()
})
