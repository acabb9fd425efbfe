import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getAmountIn, getAmountOut, maxReserve } from './constant-product'

const reserve = fc.bigInt({ min: 1n, max: maxReserve })
const reserves = fc.record({
  reserveIn: reserve,
  reserveOut: reserve,
  feePpm: fc.constant(3_000),
})
const runs = { seed: 2, numRuns: 2_000 }

describe('the constant product formula', () => {
  test('matches the Uniswap V2 library', () => {
    const pool = { reserveIn: 10_000n, reserveOut: 20_000n, feePpm: 3_000 }
    expect(getAmountOut(pool, 1_000n)).toBe(1_813n)
    expect(getAmountIn(pool, 1_813n)).toBe(1_000n)
    expect(getAmountOut({ ...pool, reserveIn: 100n, reserveOut: 100n }, 2n)).toBe(1n)
    expect(getAmountIn({ ...pool, reserveIn: 100n, reserveOut: 100n }, 1n)).toBe(2n)
  })

  test('matches the contract for any reserves: 997 of 1000 parts count', () => {
    fc.assert(
      fc.property(reserves, reserve, (pool, amount) => {
        const { reserveIn, reserveOut } = pool
        const fed = amount * 997n
        expect(getAmountOut(pool, amount)).toBe((fed * reserveOut) / (reserveIn * 1_000n + fed))
        if (amount >= reserveOut) return
        const divisor = (reserveOut - amount) * 997n
        expect(getAmountIn(pool, amount)).toBe((reserveIn * amount * 1_000n) / divisor + 1n)
      }),
      { ...runs, numRuns: 10_000 },
    )
  })

  test('matches a fork with a fee of 0.25 %: 9975 of 10000 parts count', () => {
    fc.assert(
      fc.property(reserve, reserve, reserve, (reserveIn, reserveOut, amount) => {
        const pool = { reserveIn, reserveOut, feePpm: 2_500 }
        const fed = amount * 9_975n
        expect(getAmountOut(pool, amount)).toBe((fed * reserveOut) / (reserveIn * 10_000n + fed))
        if (amount >= reserveOut) return
        const divisor = (reserveOut - amount) * 9_975n
        expect(getAmountIn(pool, amount)).toBe((reserveIn * amount * 10_000n) / divisor + 1n)
      }),
      { ...runs, numRuns: 10_000 },
    )
  })

  test('never lets the product of the reserves fall', () => {
    fc.assert(
      fc.property(reserves, reserve, (pool, amount) => {
        const paid = getAmountOut(pool, amount)
        const after = (pool.reserveIn + amount) * (pool.reserveOut - paid)
        expect(after).toBeGreaterThanOrEqual(pool.reserveIn * pool.reserveOut)
      }),
      runs,
    )
  })

  test('takes enough: selling the input pays the amount', () => {
    fc.assert(
      fc.property(reserves, reserve, (pool, amount) => {
        const taken = getAmountIn(pool, amount)
        if (taken === undefined) expect(amount).toBeGreaterThanOrEqual(pool.reserveOut)
        else expect(getAmountOut(pool, taken)).toBeGreaterThanOrEqual(amount)
      }),
      runs,
    )
  })

  test('pays nothing from an empty pair', () => {
    const empty = { reserveIn: 0n, reserveOut: 0n, feePpm: 3_000 }
    expect(getAmountOut(empty, 5n)).toBe(0n)
    expect(getAmountIn(empty, 5n)).toBeUndefined()
  })
})
