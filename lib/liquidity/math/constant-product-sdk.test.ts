import { createRequire } from 'node:module'
import type * as Core from '@uniswap/sdk-core'
import type * as Sdk from '@uniswap/v2-sdk'
import { expect, test } from 'vitest'
import { seededRandom } from '@/lib/testing/auctions/random-market'
import { getAmountIn, getAmountOut, maxReserve, type Reserves } from './constant-product'

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
