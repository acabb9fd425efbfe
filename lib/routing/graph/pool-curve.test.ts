import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { type Pool, tokensOf } from '@/lib/liquidity/pool'
import { amountIn, amountOut } from '@/lib/liquidity/swap-pool'
import { randomMarket } from '@/lib/testing/auctions/random-market'
import { blankTrade } from './best-trade'
import { curveIn, curveOut, curveRate, pairsOf, solveArbitrage } from './pool-curve'

const address = (n: number): Address => `0x${n.toString(16).padStart(40, '0')}`
const poolId = `0x${'b'.repeat(64)}` as const
const one = 10n ** 18n

function weighted(balances: readonly bigint[], share: bigint): Pool {
  const others = (one - share) / BigInt(balances.length - 1)
  return {
    protocol: 'balancer-weighted',
    address: address(77),
    poolId,
    swapFee: one / 400n,
    hasShortPowers: true,
    tokens: balances.map((balance, i) => ({
      address: address(i + 1),
      balance,
      scaling: one,
      weight: i === 0 ? share : others,
    })),
  }
}

function stable(balances: readonly bigint[], amplification: bigint): Pool {
  return {
    protocol: 'balancer-stable',
    address: address(78),
    poolId,
    swapFee: one / 2_500n,
    amplification,
    invariantRounding: 'down',
    // The second token has six decimals.
    tokens: balances.map((balance, i) => ({
      address: address(i + 1),
      balance: i === 1 ? balance / 10n ** 12n : balance,
      scaling: i === 1 ? 10n ** 30n : one,
    })),
  }
}

const { pools: marketPools } = randomMarket({ seed: 3, tokens: 8, pools: 40, concentrated: 0.5 })
const balance = fc.bigInt({ min: 10n ** 20n, max: 10n ** 24n })
const balances = fc.array(balance, { minLength: 2, maxLength: 4 })
const pools = fc.oneof(
  fc.constantFrom(...marketPools),
  fc
    .tuple(balances, fc.bigInt({ min: one / 50n, max: one - one / 20n }))
    .map(([b, w]) => weighted(b, w)),
  fc.tuple(balances, fc.bigInt({ min: 1_000n, max: 5_000_000n })).map(([b, a]) => stable(b, a)),
)
const parts = fc.double({ min: 1e-6, max: 0.25, noNaN: true })
const directions = fc.constantFrom(1, -1)

describe('the curve of a pool', () => {
  test('matches the output and input of the pool up to rounding', () => {
    fc.assert(
      fc.property(pools, parts, directions, (pool, part, direction) => {
        for (const { first, second, curve } of pairsOf(pool)) {
          const [tokenIn, tokenOut] = direction > 0 ? [first, second] : [second, first]
          // A fraction of the input token's capacity at the pool's price.
          const amount = BigInt(Math.floor(part * sizeOf(pool, tokenIn)))
          const paid = amountOut(pool, { token: tokenIn, amount }, tokenOut)
          if (paid === undefined || paid < 10n ** 4n) continue
          const curved = curveOut(curve, direction, Number(amount))
          const atoms = 4 / Number(paid) + 4 / Number(amount)
          expect(Number(paid) / curved).toBeGreaterThan(1 - 1e-6 - atoms)
          expect(Number(paid)).toBeLessThanOrEqual(curved * (1 + 1e-12) + 1)
          const needed = amountIn(pool, { token: tokenOut, amount: paid }, tokenIn)
          if (needed === undefined) continue
          const curvedIn = curveIn(curve, direction, Number(paid))
          expect(Number(needed)).toBeGreaterThanOrEqual(curvedIn * (1 - 1e-12) - 1)
          expect(curvedIn / Number(needed)).toBeGreaterThan(1 - 1e-6 - atoms)
        }
      }),
      { seed: 11, numRuns: 1_000 },
    )
  })

  test('has its best trade where slightly more or less input gains less', () => {
    fc.assert(
      fc.property(pools, fc.double({ min: -0.5, max: 0.5, noNaN: true }), (pool, shift) => {
        for (const { curve } of pairsOf(pool)) {
          const trade = blankTrade()
          const rate = curveRate(curve, 1)
          trade.firstRoot = Math.sqrt(rate * Math.exp(shift))
          solveArbitrage(curve, trade)
          const { direction, firstRoot, valueIn, valueOut } = trade
          if (direction === 0 || valueIn === 0) {
            expect(Math.exp(shift)).toBeGreaterThan(1 - 1e-6)
            continue
          }
          const priceIn = direction > 0 ? firstRoot ** 2 : 1
          const priceOut = direction > 0 ? 1 : firstRoot ** 2
          const gainAt = (factor: number) =>
            curveOut(curve, direction, (valueIn / priceIn) * factor) * priceOut - valueIn * factor
          // At the pool's limit rounding may exceed its capacity.
          if (Number.isNaN(gainAt(1))) continue
          expect((gainAt(1) - valueOut + valueIn) / valueIn).toBeCloseTo(0, 8)
          for (const factor of [0.9, 0.999, 1.001, 1.1]) {
            const gain = gainAt(factor)
            if (!Number.isNaN(gain))
              expect(gain).toBeLessThanOrEqual(valueOut - valueIn + valueIn * 1e-9)
          }
        }
      }),
      { seed: 12, numRuns: 1_000 },
    )
  })

  test('has a weight equal to the derivative of the best trade in the price', () => {
    fc.assert(
      fc.property(pools, fc.double({ min: 0.02, max: 0.2, noNaN: true }), (pool, shift) => {
        for (const { curve } of pairsOf(pool)) {
          const at = (change: number) => {
            const trade = blankTrade()
            trade.firstRoot = Math.sqrt(curveRate(curve, 1) * Math.exp(change - shift))
            solveArbitrage(curve, trade)
            return {
              ...trade,
              amount: trade.valueIn / trade.firstRoot ** 2,
              price: trade.firstRoot ** 2,
            }
          }
          const step = 1e-6
          const [less, here, more] = [at(-step), at(0), at(step)]
          if (less.weight === 0 || more.weight === 0) continue
          const fall = ((less.amount - more.amount) / (2 * step)) * here.price
          // A step across a tick sees two liquidities.
          const isSmooth = Math.abs(less.weight / more.weight - 1) < 1e-4
          if (isSmooth) expect(fall / here.weight).toBeCloseTo(1, 3)
        }
      }),
      { seed: 13, numRuns: 500 },
    )
  })
})

function sizeOf(pool: Pool, token: Address): number {
  if (pool.protocol === 'uniswap-v2') {
    return Number(token === pool.token0 ? pool.reserve0 : pool.reserve1)
  }
  if (pool.protocol === 'uniswap-v3') {
    const root = Number(pool.sqrtPriceX96) / 2 ** 96
    return Number(pool.liquidity) * (token === pool.token0 ? 1 / root : root)
  }
  const place = tokensOf(pool).indexOf(token)
  return Number(pool.tokens[place]?.balance ?? 0n)
}
