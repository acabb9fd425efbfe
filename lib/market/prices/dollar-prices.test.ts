import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { dollarPrices, type Reference } from './dollar-prices'
import type { PoolPrice } from './pool-price'

const [usd, weth, dai, tok]: Address[] = ['0x01', '0x02', '0x03', '0x04'] as const
const million = 1_000_000

if (!usd || !weth || !dai || !tok) throw new Error('no tokens')
const reference: Reference = { usdToken: usd, usdDecimals: 0, baseTokens: [weth, usd, dai] }

let made = 0

/** Builds a pool with `price` atoms of `token1` per atom of `token0` and equal value on both sides. */
function pool(
  token0: Address,
  token1: Address,
  rest: Partial<PoolPrice> & { usd?: number; each: number },
): PoolPrice {
  made += 1
  const { price = 1, each, isConfirmed = true } = rest
  const address = `0xf${made}` as const
  return { address, token0, token1, price, depth0: each / price, depth1: each, isConfirmed }
}

const priceOf = (pools: readonly PoolPrice[], token: Address) =>
  dollarPrices(pools, reference)(token)?.usd

describe('prices in dollars', () => {
  const ether = [3_000, 3_001, 3_002].map((price) => pool(weth, usd, { price, each: million }))

  test('are 1 for the dollar token', () => {
    expect(priceOf([], usd)).toBe(1)
  })

  test('are the median of the pools with the dollar token', () => {
    expect(priceOf(ether, weth)).toBe(3_001)
  })

  test('follow paths of two and three pools', () => {
    const two = pool(tok, weth, { price: 0.5, each: 1_000 })
    expect(priceOf([...ether, two], tok)).toBe(1_500.5)
    const bridge = pool(dai, weth, { price: 1 / 3_001, each: 1_000 })
    const three = pool(tok, dai, { price: 7, each: million })
    expect(priceOf([...ether, bridge, three], tok)).toBeCloseTo(7, 9)
  })

  test('do not depend on the token order of a pool', () => {
    const flipped = pool(weth, tok, { price: 2, each: 2_000 })
    expect(priceOf([...ether, flipped], tok)).toBe(1_500.5)
  })

  test('ignore pools with less than 10,000 dollars', () => {
    expect(priceOf([pool(tok, usd, { price: 9, each: 4_999 })], tok)).toBeUndefined()
    expect(priceOf([pool(tok, usd, { price: 9, each: 5_000 })], tok)).toBe(9)
  })

  test('ignore pools whose path is thin further on', () => {
    const thin = pool(dai, usd, { price: 1, each: 4_000 })
    expect(priceOf([thin, pool(tok, dai, { price: 9, each: million })], tok)).toBeUndefined()
  })

  test('bound a pool’s weight by the depth of its path', () => {
    const shallow = pool(dai, usd, { price: 50, each: 6_000 })
    const pools = [
      shallow,
      pool(tok, dai, { price: 1, each: 1e12 }),
      pool(tok, usd, { price: 2, each: million }),
      pool(tok, usd, { price: 2, each: million }),
    ]
    expect(priceOf(pools, tok)).toBe(2)
  })

  test('use unconfirmed pools only without confirmed ones', () => {
    const young = pool(tok, usd, { price: 99, each: 100 * million, isConfirmed: false })
    expect(priceOf([young], tok)).toBe(99)
    expect(priceOf([young, pool(tok, usd, { price: 2, each: million })], tok)).toBe(2)
  })

  test('of three pools stay between the other two, however far one is manipulated', () => {
    const factor = fc.double({ min: 1e-6, max: 1e6, noNaN: true })
    fc.assert(
      fc.property(factor, fc.nat(2), (times, which) => {
        const pushed = ether.map((each, i) =>
          i === which
            ? pool(weth, usd, { price: each.price * times, each: million * Math.sqrt(times) })
            : each,
        )
        const price = priceOf(pushed, weth)
        expect(price).toBeGreaterThanOrEqual(3_000)
        expect(price).toBeLessThanOrEqual(3_002)
      }),
      { seed: 20_261_121 },
    )
  })
})
