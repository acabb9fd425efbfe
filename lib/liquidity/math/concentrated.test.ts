import { createRequire } from 'node:module'
import type * as Core from '@uniswap/sdk-core'
import type * as Sdk from '@uniswap/v3-sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { ConcentratedPool, Tick } from '@/lib/liquidity/pool'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { cases } from '@/lib/testing/cases'
import { type Direction, swapExactIn, swapExactOut } from './concentrated'
import { maxTick, minTick, sqrtRatioAtTick } from './tick-math'

const runs = { seed: 3, numRuns: 1_000 }
const directions: readonly Direction[] = ['down', 'up']

type Position = { readonly low: number; readonly high: number; readonly liquidity: bigint }

function poolOf(positions: readonly Position[], state: Partial<ConcentratedPool> = {}) {
  const { tick = 0, tickSpacing = 60 } = state
  const net = new Map<number, bigint>()
  for (const { low, high, liquidity } of positions) {
    net.set(low, (net.get(low) ?? 0n) + liquidity)
    net.set(high, (net.get(high) ?? 0n) - liquidity)
  }
  const active = positions.filter(({ low, high }) => low <= tick && tick < high)
  const pool: ConcentratedPool = {
    protocol: 'uniswap-v3',
    address: '0x00000000000000000000000000000000000000aa',
    token0: '0x0000000000000000000000000000000000000001',
    token1: '0x0000000000000000000000000000000000000002',
    feePpm: 3_000,
    tickSpacing,
    tick,
    sqrtPriceX96: sqrtRatioAtTick(tick),
    liquidity: active.reduce((sum, { liquidity }) => sum + liquidity, 0n),
    ticks: [...net]
      .map(([at, liquidityNet]) => ({ tick: at, liquidityNet }))
      .sort((a, b) => a.tick - b.tick),
    lowestTick: minTick,
    highestTick: maxTick,
    ...state,
  }
  return pool
}

const e18 = 10n ** 18n
const whole = poolOf([{ low: -887_220, high: 887_220, liquidity: 2n * e18 }])

const spaced = (min: number, max: number) => fc.integer({ min, max }).map((n) => n * 60)
const position = fc
  .record({
    low: spaced(-700, 300),
    width: fc.integer({ min: 1, max: 600 }),
    liquidity: fc.bigInt({ min: 1n, max: 10n ** 22n }),
  })
  .map(({ low, width, liquidity }) => ({ low, high: low + width * 60, liquidity }))
const pools = fc
  .record({
    positions: fc.array(position, { minLength: 1, maxLength: 8 }),
    tick: fc.integer({ min: -30_000, max: 30_000 }),
    feePpm: fc.constantFrom(100, 500, 3_000, 10_000),
  })
  .map(({ positions, ...state }) => poolOf(positions, state))
const swaps = fc.record({
  direction: fc.constantFrom(...directions),
  amount: fc.bigInt({ min: 1n, max: 10n ** 24n }),
})

describe('a swap in concentrated liquidity', () => {
  // uniswap-v3-core test/UniswapV3Pool.swaps: "medium fee, 1:1 price, 2e18 max range liquidity".
  test('matches the public test vectors of the contract', () => {
    for (const direction of directions) {
      expect(swapExactIn(whole, { direction, amount: e18 })).toBe(665_331_998_665_331_998n)
      expect(swapExactOut(whole, { direction, amount: e18 })).toBe(2_006_018_054_162_487_463n)
      expect(swapExactIn(whole, { direction, amount: 1_000n })).toBe(996n)
      expect(swapExactOut(whole, { direction, amount: 1_000n })).toBe(1_005n)
    }
  })

  test('never pays less for more', () => {
    fc.assert(
      fc.property(pools, swaps, fc.bigInt({ min: 1n, max: 10n ** 22n }), (pool, swap, more) => {
        const less = swapExactIn(pool, swap)
        const larger = swapExactIn(pool, { ...swap, amount: swap.amount + more })
        if (less === undefined) expect(larger).toBeUndefined()
        else if (larger !== undefined) expect(larger).toBeGreaterThanOrEqual(less)
      }),
      runs,
    )
  })

  test('takes enough: selling the input pays the amount', () => {
    let compared = 0
    fc.assert(
      fc.property(pools, swaps, (pool, swap) => {
        const taken = swapExactOut(pool, swap)
        if (taken === undefined) return
        compared += 1
        const paid = swapExactIn(pool, { ...swap, amount: taken })
        expect(paid).toBeGreaterThanOrEqual(swap.amount)
      }),
      runs,
    )
    expect(compared).toBeGreaterThan(100)
  })

  test('gives the trader no free atom on a round trip', () => {
    fc.assert(
      fc.property(pools, swaps, (pool, swap) => {
        const paid = swapExactIn(pool, swap)
        if (!paid) return
        expect(swapExactOut(pool, { ...swap, amount: paid })).toBeLessThanOrEqual(swap.amount)
      }),
      runs,
    )
  })

  test('does not depend on earlier calls', () => {
    fc.assert(
      fc.property(pools, fc.array(swaps, { minLength: 2, maxLength: 6 }), (pool, sequence) => {
        const warm = sequence.map((swap) => swapExactIn(pool, swap))
        expect(warm).toEqual(sequence.map((swap) => swapExactIn({ ...pool }, swap)))
      }),
      { ...runs, numRuns: 300 },
    )
  })

  test('is undefined if it would run past the loaded ticks', () => {
    const partly = { ...whole, lowestTick: -60, highestTick: 60 }
    for (const direction of directions) {
      expect(swapExactIn(partly, { direction, amount: 10n ** 30n })).toBeUndefined()
      expect(swapExactOut(partly, { direction, amount: e18 })).toBeUndefined()
      expect(swapExactIn(poolOf([]), { direction, amount: 1n })).toBeUndefined()
      expect(swapExactIn({ ...whole, sqrtPriceX96: 0n }, { direction, amount: 1n })).toBeUndefined()
    }
  })
})

// CommonJS builds: the ES modules refer to missing source maps, for which the runner prints a warning each.
const require = createRequire(import.meta.url)
const { CurrencyAmount, Token } = require('@uniswap/sdk-core') as typeof Core
const { Pool: SdkPool, TickListDataProvider } = require('@uniswap/v3-sdk') as typeof Sdk

const swapCount = cases(2_000, 10_000)
const swapsPerPool = 50
const tickSpacings = { 100: 1, 500: 10, 3000: 60, 10000: 200 } as const
const token0 = new Token(1, '0x0000000000000000000000000000000000000001', 18)
const token1 = new Token(1, '0x0000000000000000000000000000000000000002', 6)

/** A pool of up to a dozen positions around its price, and one over all prices. */
function randomPool(random: () => number): ConcentratedPool {
  const fees = [100, 500, 3_000, 10_000] as const
  const feePpm = fees[Math.floor(random() * fees.length)] ?? 3_000
  const tickSpacing = tickSpacings[feePpm]
  const tick = Math.floor((random() - 0.5) * 400_000)
  const center = Math.floor(tick / tickSpacing)
  const widest = Math.floor(maxTick / tickSpacing)
  const positions = [{ low: -widest, high: widest, liquidity: randomLiquidity(random) }]
  for (let i = Math.floor(random() * 12); i > 0; i -= 1) {
    const low = center - Math.floor(random() * 60) + 10
    const high = low + 1 + Math.floor(random() * 60)
    positions.push({ low, high, liquidity: randomLiquidity(random) })
  }
  const net = new Map<number, bigint>()
  let liquidity = 0n
  for (const position of positions) {
    const [low, high] = [position.low * tickSpacing, position.high * tickSpacing]
    net.set(low, (net.get(low) ?? 0n) + position.liquidity)
    net.set(high, (net.get(high) ?? 0n) - position.liquidity)
    if (low <= tick && tick < high) liquidity += position.liquidity
  }
  const ticks: Tick[] = [...net]
    .filter(([, liquidityNet]) => liquidityNet !== 0n)
    .map(([at, liquidityNet]) => ({ tick: at, liquidityNet }))
    .sort((a, b) => a.tick - b.tick)
  const [at, next] = [sqrtRatioAtTick(tick), sqrtRatioAtTick(tick + 1)]
  const sqrtPriceX96 = at + ((next - at) * BigInt(Math.floor(random() * 1e9))) / 1_000_000_000n
  return {
    protocol: 'uniswap-v3',
    address: '0x00000000000000000000000000000000000000aa',
    token0: '0x0000000000000000000000000000000000000001',
    token1: '0x0000000000000000000000000000000000000002',
    ...{ feePpm, tickSpacing, tick, sqrtPriceX96, liquidity, ticks },
    lowestTick: minTick,
    highestTick: maxTick,
  }
}

function randomLiquidity(random: () => number): bigint {
  return BigInt(Math.floor(10 ** (9 + random() * 6))) * 10n ** BigInt(Math.floor(random() * 9))
}

function sdkPoolOf(pool: ConcentratedPool): Sdk.Pool {
  const ticks = pool.ticks.map(({ tick: index, liquidityNet }) => ({
    index,
    liquidityNet: String(liquidityNet),
    liquidityGross: String(liquidityNet < 0n ? -liquidityNet : liquidityNet),
  }))
  return new SdkPool(
    token0,
    token1,
    pool.feePpm as Sdk.FeeAmount,
    String(pool.sqrtPriceX96),
    String(pool.liquidity),
    pool.tick,
    new TickListDataProvider(ticks, pool.tickSpacing),
  )
}

async function published(
  pool: Sdk.Pool,
  direction: Direction,
  kind: 'in' | 'out',
  amount: bigint,
): Promise<bigint> {
  const isZeroGiven = (direction === 'down') === (kind === 'in')
  const given = CurrencyAmount.fromRawAmount(isZeroGiven ? token0 : token1, String(amount))
  const [answer] =
    kind === 'in' ? await pool.getOutputAmount(given) : await pool.getInputAmount(given)
  return BigInt(String(answer.quotient))
}

test(`matches the SDK's concentrated pools in ${swapCount} random swaps`, {
  tags: ['long'],
}, async () => {
  const random = seededRandom(5)
  const differences: string[] = []
  let compared = 0
  while (compared < swapCount) {
    const pool = randomPool(random)
    const sdkPool = sdkPoolOf(pool)
    for (let i = 0; i < swapsPerPool; i += 1) {
      const direction = random() < 0.5 ? 'down' : 'up'
      const kind = random() < 0.5 ? 'in' : 'out'
      const amount =
        1n + BigInt(Math.floor(10 ** (random() * 15))) * 10n ** BigInt(Math.floor(random() * 8))
      const ours = (kind === 'in' ? swapExactIn : swapExactOut)(pool, { direction, amount })
      if (ours === undefined) continue
      const theirs = await published(sdkPool, direction, kind, amount)
      compared += 1
      if (theirs !== ours)
        differences.push(`${direction} ${kind} ${amount}: ${ours}, not ${theirs}`)
    }
  }
  expect(differences).toEqual([])
})
