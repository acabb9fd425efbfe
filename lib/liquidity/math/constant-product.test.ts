import { createRequire } from 'node:module'
import type * as Core from '@uniswap/sdk-core'
import type * as Sdk from '@uniswap/v2-sdk'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { getAmountIn, getAmountOut, maxReserve, type Reserves } from './constant-product'

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

// CommonJS builds: the ES modules refer to missing source maps, for which the runner prints a warning each.
const require = createRequire(import.meta.url)
const { CurrencyAmount, Token } = require('@uniswap/sdk-core') as typeof Core
const { InsufficientInputAmountError, InsufficientReservesError, Pair } =
  require('@uniswap/v2-sdk') as typeof Sdk

const swaps = 10_000
const swapsPerPair = 25
const token0 = new Token(1, '0x0000000000000000000000000000000000000001', 18)
const token1 = new Token(1, '0x0000000000000000000000000000000000000002', 6)

type Trade = { readonly side: 'down' | 'up'; readonly kind: 'in' | 'out'; readonly amount: bigint }

/** A number of any size up to a limit: few digits are as likely as many. */
function randomAmount(random: () => number, max: bigint): bigint {
  const bits = BigInt(Math.floor(random() * max.toString(2).length) + 1)
  const digits = BigInt(Math.floor(random() * 2 ** 52)) << 60n
  const amount = (digits + BigInt(Math.floor(random() * 2 ** 52))) % (1n << bits)
  return amount % (max + 1n)
}

function sdkPairOf(reserve0: bigint, reserve1: bigint): Sdk.Pair {
  return new Pair(
    CurrencyAmount.fromRawAmount(token0, String(reserve0)),
    CurrencyAmount.fromRawAmount(token1, String(reserve1)),
  )
}

/** The SDK's amount: zero for an input that pays nothing, undefined for a reserve that cannot pay. */
function published(pair: Sdk.Pair, { side, kind, amount }: Trade): bigint | undefined {
  const given = CurrencyAmount.fromRawAmount(
    (side === 'down') === (kind === 'in') ? token0 : token1,
    String(amount),
  )
  try {
    const [answer] = kind === 'in' ? pair.getOutputAmount(given) : pair.getInputAmount(given)
    return BigInt(String(answer.quotient))
  } catch (error) {
    if (error instanceof InsufficientInputAmountError) return 0n
    if (error instanceof InsufficientReservesError) return kind === 'in' ? 0n : undefined
    throw error
  }
}

function computed(reserves: Reserves, { kind, amount }: Trade): bigint | undefined {
  return kind === 'in' ? getAmountOut(reserves, amount) : getAmountIn(reserves, amount)
}

test(`matches the SDK's pairs in ${swaps} random swaps`, () => {
  const random = seededRandom(6)
  const differences: string[] = []
  const counts = { paid: 0, taken: 0, nothing: 0, refused: 0 }
  for (let i = 0; i < swaps / swapsPerPair; i += 1) {
    const [reserve0, reserve1] = [
      randomAmount(random, maxReserve),
      randomAmount(random, maxReserve),
    ]
    const pair = sdkPairOf(reserve0, reserve1)
    for (let j = 0; j < swapsPerPair; j += 1) {
      const side = random() < 0.5 ? 'down' : 'up'
      const kind = random() < 0.5 ? 'in' : 'out'
      const [reserveIn, reserveOut] = side === 'down' ? [reserve0, reserve1] : [reserve1, reserve0]
      const limit = kind === 'in' || random() < 0.1 ? maxReserve : reserveOut
      const trade: Trade = { side, kind, amount: 1n + randomAmount(random, limit) }
      const ours = computed({ reserveIn, reserveOut, feePpm: 3_000 }, trade)
      const theirs = published(pair, trade)
      if (ours === undefined) counts.refused += 1
      else if (ours === 0n) counts.nothing += 1
      else counts[kind === 'in' ? 'paid' : 'taken'] += 1
      if (ours !== theirs) {
        differences.push(
          `${reserve0}/${reserve1} ${side} ${kind} ${trade.amount}: ${ours}, not ${theirs}`,
        )
      }
    }
  }
  expect(differences).toEqual([])
  // All kinds of results were compared, including refusals.
  for (const count of Object.values(counts)) expect(count).toBeGreaterThan(swaps / 50)
})
