import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { filterIlliquid as sift } from './filter-illiquid'
import type { ConcentratedPool, ConstantProductPool, Pool, StablePool, WeightedPool } from './pool'

const address = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`
const [native, usd, odd, lone, other] = [1, 2, 3, 4, 5].map(address) as [
  Address,
  Address,
  Address,
  Address,
  Address,
]
const e18 = 10n ** 18n
let made = 100

const network = { wrappedNative: native, baseTokens: [native, usd] }
const filterIlliquid = (pools: readonly Pool[]) => sift(pools, network).kept

function pair(
  token0: Address,
  token1: Address,
  reserve0: bigint,
  reserve1: bigint,
): ConstantProductPool {
  made += 1
  const tokens = { token0, token1, feePpm: 3_000 }
  return { protocol: 'uniswap-v2', address: address(made), ...tokens, reserve0, reserve1 }
}

/** A native token costs 2000 of a token with 6 decimals. */
const deep = pair(native, usd, 100n * e18, 200_000n * 10n ** 6n)

describe('filterIlliquid', () => {
  test('drops pools without a side worth a thousandth of a native token', () => {
    const dust = pair(native, usd, e18 / 1_001n, 1_990_000n)
    const small = pair(native, usd, e18 / 999n, 2_000_000n)
    expect(filterIlliquid([dust, deep, small])).toEqual([deep, small])
  })

  test('prices tokens through other tokens', () => {
    const toOdd = pair(usd, odd, 50_000n * 10n ** 6n, 10n ** 10n)
    const dust = pair(odd, other, 10n, 1n)
    // A thousandth of a native token is two dollars, or 400,000 atoms of the odd token.
    const small = pair(odd, other, 400_100n, 10n)
    expect(filterIlliquid([deep, toOdd, small, dust])).toEqual([deep, toOdd, small])
  })

  test('keeps pools that no pool prices', () => {
    const unpriced = pair(lone, other, 1n, 1n)
    expect(filterIlliquid([unpriced, deep])).toEqual([unpriced, deep])
  })

  test('keeps pools that a pool with a forged price makes worthless', () => {
    const honest = pair(native, odd, e18, 10n ** 12n)
    const liar = pair(native, odd, 1_000n * e18, 10n ** 40n)
    expect(filterIlliquid([honest, liar])).toEqual([honest, liar])
  })

  test('keeps the sixty deepest vault pools and all others', () => {
    const pools = Array.from({ length: 80 }, (_, i): WeightedPool => {
      const balance = e18 + BigInt((i * 37) % 80) * e18
      const sides = [native, usd].map((token) => {
        return { address: token, balance, scaling: e18, weight: e18 / 2n }
      })
      const facts = { address: address(1_000 + i), poolId: '0x00', swapFee: 1n } as const
      return { ...facts, protocol: 'balancer-weighted', hasShortPowers: true, tokens: sides }
    })
    const pairs = Array.from({ length: 80 }, () => pair(native, usd, e18, 2_000_000_000n))
    const kept = filterIlliquid([...pools, ...pairs])
    const largest = pools.filter(({ tokens }) => (tokens[0]?.balance ?? 0n) > 20n * e18)
    expect(kept).toEqual([...largest, ...pairs])
    expect(sift(pools, network).dust).toEqual([])
    expect(largest).toHaveLength(60)
  })

  test('never displaces a deeper pool by forged rates', () => {
    const honest: WeightedPool = {
      ...{ protocol: 'balancer-weighted', hasShortPowers: true },
      ...{ address: address(60), poolId: '0x00', swapFee: 1n },
      tokens: [
        { address: native, balance: 5_000n * e18, scaling: e18, weight: e18 / 2n },
        { address: usd, balance: 10n ** 13n, scaling: 10n ** 30n, weight: e18 / 2n },
      ],
    }
    const hostile = Array.from({ length: 60 }, (_, i): StablePool => {
      const tokens = [
        { address: native, balance: 10n ** 12n, scaling: e18 },
        { address: lone, balance: e18, scaling: 10n ** 36n },
      ]
      const facts = { address: address(2_000 + i), poolId: '0x00', swapFee: 1n } as const
      const curve = { amplification: 100_000n, invariantRounding: 'down' } as const
      return { ...facts, ...curve, protocol: 'balancer-stable', tokens }
    })
    expect(filterIlliquid([...hostile, honest])).toContain(honest)
  })

  test('values weights, rates, and liquidity away from the price', () => {
    const facts = { address: address(50), poolId: '0x00', swapFee: 1n } as const
    const weighted: WeightedPool = {
      ...facts,
      protocol: 'balancer-weighted',
      hasShortPowers: true,
      tokens: [
        { address: native, balance: e18 / 2_000n, scaling: e18, weight: e18 / 5n },
        { address: odd, balance: 10n ** 12n, scaling: e18, weight: (e18 * 4n) / 5n },
      ],
    }
    const poor = {
      ...weighted,
      tokens: weighted.tokens.map((t) => ({ ...t, balance: 10n ** 9n })),
    }
    const stable: StablePool = {
      ...facts,
      protocol: 'balancer-stable',
      amplification: 100_000n,
      invariantRounding: 'down',
      tokens: [
        { address: native, balance: 1n, scaling: e18 },
        { address: lone, balance: e18, scaling: e18 },
      ],
    }
    const away: ConcentratedPool = {
      ...pair(native, other, 0n, 0n),
      protocol: 'uniswap-v3',
      tickSpacing: 60,
      sqrtPriceX96: 1n << 96n,
      tick: 0,
      liquidity: 0n,
      ticks: [
        { tick: 60, liquidityNet: e18 },
        { tick: 120, liquidityNet: -e18 },
      ],
      lowestTick: -15_360,
      highestTick: 15_300,
    }
    expect(filterIlliquid([weighted, poor, stable, away])).toEqual([weighted, stable, away])
    expect(filterIlliquid([{ ...away, ticks: [] }])).toEqual([])
  })
})
