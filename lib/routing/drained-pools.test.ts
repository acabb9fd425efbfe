import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { Pool, VaultToken } from '@/lib/liquidity/pool'
import { replayRoute } from '@/lib/testing/auctions/replay-route'
import { searchRoute } from './find-route'

const token = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`
const ends = { sellToken: token(1), buyToken: token(2) }
const e18 = 10n ** 18n

/** The holdings of a pool, in whole tokens by their numbers. */
type Held = Readonly<Record<number, bigint>>

function tokensOf(held: Held): readonly VaultToken[] {
  return Object.entries(held).map(([n, amount]) => {
    return { address: token(Number(n)), balance: amount * e18, scaling: e18 }
  })
}

function factsOf(n: number) {
  return { address: token(100 + n), poolId: '0x00', swapFee: 3n * 10n ** 15n } as const
}

function stable(n: number, held: Held): Pool {
  const curve = { amplification: 200_000n, invariantRounding: 'down' } as const
  return { ...factsOf(n), ...curve, protocol: 'balancer-stable', tokens: tokensOf(held) }
}

function weighted(n: number, held: Held): Pool {
  const tokens = tokensOf(held).map((each) => ({ ...each, weight: e18 / 2n }))
  return { ...factsOf(n), protocol: 'balancer-weighted', hasShortPowers: true, tokens }
}

const markets: readonly (readonly [string, readonly Pool[]])[] = [
  [
    'whose output another pool takes little of',
    [stable(1, { 1: 100n, 3: 100n }), weighted(2, { 3: 3_000n, 2: 3_000n })],
  ],
  [
    'for two tokens that are each sold on',
    [stable(1, { 1: 100n, 3: 100n, 4: 50n }), stable(2, { 3: 300n, 4: 300n, 2: 300n })],
  ],
]

test.each(markets)('drains a stable pool to its last atoms: one %s', (_, pools) => {
  let before = 0n
  for (const times of [1n, 10n, 100n, 10n ** 4n, 10n ** 10n]) {
    const route = searchRoute(pools, { ...ends, sellAmount: 100n * e18 * times })
    if (!route) throw new Error('no route')
    expect(replayRoute(route)).toEqual({ sold: route.sellAmount, bought: route.buyAmount })
    expect(route.gapBps).toBeGreaterThanOrEqual(0)
    expect(route.gapBps).toBeLessThan(0.2)
    expect(route.buyAmount).toBeGreaterThan(before)
    before = route.buyAmount
  }
})
