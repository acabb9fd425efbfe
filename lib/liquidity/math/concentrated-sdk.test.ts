import { createRequire } from 'node:module'
import type * as Core from '@uniswap/sdk-core'
import type * as Sdk from '@uniswap/v3-sdk'
import { expect, test } from 'vitest'
import type { ConcentratedPool, Tick } from '@/lib/liquidity/pool'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { cases } from '@/lib/testing/cases'
import { swapExactIn, swapExactOut } from './concentrated'
import type { Direction } from './tick-ladder'
import { maxTick, minTick, sqrtRatioAtTick } from './tick-math'

// CommonJS builds: the ES modules refer to missing source maps, for which the runner prints a warning each.
const require = createRequire(import.meta.url)
const { CurrencyAmount, Token } = require('@uniswap/sdk-core') as typeof Core
const { Pool: SdkPool, TickListDataProvider } = require('@uniswap/v3-sdk') as typeof Sdk

const swaps = cases(2_000, 10_000)
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

test(`matches the SDK's concentrated pools in ${swaps} random swaps`, {
  tags: ['long'],
}, async () => {
  const random = seededRandom(5)
  const differences: string[] = []
  let compared = 0
  while (compared < swaps) {
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
