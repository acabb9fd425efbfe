import { describe, expect, it } from 'vitest'
import type { Address } from '@/lib/core/address'
import type { PairDescriptor } from '@/lib/liquidity/pool'
import type { DollarPrice } from '@/lib/market/prices/dollar-prices'
import { averageAprs, measurePool, type PoolFacts } from './measure-pools'

const address = (digit: string): Address => `0x${digit.repeat(40)}`
const [usdc, weth, coin, other] = [address('a'), address('b'), address('c'), address('d')]
const reference = { usdToken: usdc, usdDecimals: 6, baseTokens: [weth, usdc] }

/** Dollar atoms per atom of USDC, of WETH (18 decimals), and of tokens with 6 decimals. */
const prices = new Map<Address, DollarPrice>([
  [usdc, { usd: 1, depth: Number.POSITIVE_INFINITY }],
  [weth, { usd: 3_000e6 / 1e18, depth: 1e13 }],
  [coin, { usd: 2, depth: 50_000e6 }],
  [other, { usd: 1, depth: 20_000e6 }],
])
const priceOf = (token: Address) => prices.get(token)

function poolOf(token0: Address, token1: Address, feePpm = 3_000): PairDescriptor {
  const rest = { protocol: 'uniswap-v2', tickSpacing: undefined, createdBlock: 1n } as const
  return { address: address('1'), factory: address('f'), token0, token1, feePpm, ...rest }
}

const measure = (pool: PairDescriptor, facts: Partial<Omit<PoolFacts, 'pool'>>) =>
  measurePool(
    { pool, held0: 0, held1: 0, volume0: 0, volume1: 0, ...facts },
    { priceOf, reference },
  )

describe('a pool', () => {
  it('is worth its holdings of both tokens', () => {
    const measured = measure(poolOf(usdc, weth), { held0: 3_000e6, held1: 1e18 })
    expect(measured?.tvlUsd).toBeCloseTo(6_000)
  })

  it('yields 365 times the fees of a day per year', () => {
    const facts = { held0: 5_000e6, held1: 5_000e6, volume0: 1_000e6, volume1: 500e6 }
    const measured = measure(poolOf(usdc, coin), facts)
    expect(measured?.volumeUsd).toBeCloseTo(1_000)
    expect(measured?.aprPercent).toBeCloseTo((100 * 3 * 365) / 15_000)
  })

  it('yields nothing without trades', () => {
    expect(measure(poolOf(usdc, weth), { held0: 1e6 })).toMatchObject({
      volumeUsd: 0,
      aprPercent: 0,
    })
  })

  it('is left out without holdings or with an unpriced token', () => {
    expect(measure(poolOf(usdc, weth), {})).toBeUndefined()
    const priceless = poolOf(usdc, address('e'))
    expect(measure(priceless, { held0: 1e12, held1: 1e12 })).toBeUndefined()
  })
})

describe('a contract that reports false balances', () => {
  it('adds at most the liquidity that prices its token', () => {
    const measured = measure(poolOf(usdc, coin), { held0: 10_000e6, held1: 2 ** 256 })
    expect(measured?.tvlUsd).toBeCloseTo(60_000)
    const both = measure(poolOf(coin, other), { held0: 2 ** 256, held1: 2 ** 256 })
    expect(both?.tvlUsd).toBeCloseTo(70_000)
  })

  it('adds no volume: the base token counts, else the smaller side', () => {
    const held = { held0: 1e9, held1: 1e9 }
    const withBase = measure(poolOf(coin, usdc), { ...held, volume0: 2 ** 250, volume1: 7e6 })
    expect(withBase?.volumeUsd).toBeCloseTo(7)
    const alone = measure(poolOf(coin, other), { ...held, volume0: 2 ** 250, volume1: 9e6 })
    expect(alone?.volumeUsd).toBeCloseTo(9)
  })
})

describe('the average yield of a protocol', () => {
  it('weights its pools by TVL', () => {
    const large = measure(poolOf(usdc, weth), { held0: 999_000e6, volume0: 1e9, volume1: 1e18 })
    const dust = measure(poolOf(usdc, weth), { held0: 1_000e6, volume0: 1e9, volume1: 1e18 })
    const yields = averageAprs([large, dust].flatMap((pool) => pool ?? []))
    expect(yields.get('uniswap-v2')).toBeCloseTo((100 * 6 * 365) / 1_000_000)
    expect(yields.get('uniswap-v3')).toBeUndefined()
  })
})
