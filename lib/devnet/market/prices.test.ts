import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { getNetwork, networks } from '@/lib/core/networks'
import { getDevnetToken, listDevnetPools, listDevnetTokens } from '@/lib/devnet/embedded-networks'
import { createPriceWalk, sortPools, sqrtPriceX96, stepSeconds, targetSqrtPrices } from './prices'

const openedAt = 1_790_000_000
const tokens = listDevnetTokens(1)

describe('the price walk', () => {
  test('opens at the opening price and is constant between two steps', () => {
    const weth = getDevnetToken(1, 'WETH')
    const start = Math.ceil(openedAt / stepSeconds) * stepSeconds
    const walk = createPriceWalk(tokens, { seed: 1, openedAt: start })
    expect(walk.usdAt(weth, start)).toBe(weth.usd)
    expect(walk.usdAt(weth, start + stepSeconds - 1)).toBe(weth.usd)
    expect(walk.usdAt(weth, start + stepSeconds)).not.toBe(weth.usd)
  })

  test('is deterministic per seed, regardless of intermediate queries', () => {
    fc.assert(
      fc.property(fc.integer(), fc.array(fc.nat(5000), { maxLength: 20 }), (seed, pauses) => {
        const weth = getDevnetToken(1, 'WETH')
        const stepwise = createPriceWalk(tokens, { seed, openedAt })
        let now = openedAt
        for (const pause of pauses) {
          now += pause
          stepwise.usdAt(weth, now)
        }
        const atOnce = createPriceWalk(tokens, { seed, openedAt })
        expect(stepwise.usdAt(weth, now)).toBe(atOnce.usdAt(weth, now))
      }),
      { seed: 1, numRuns: 50 },
    )
  })

  test('moves majors by 40 to 80 percent a year and keeps pegged tokens within 0.03 percent', () => {
    const walk = createPriceWalk(tokens, { seed: 1, openedAt })
    const steps = 20_000
    const squares = new Map<string, number>()
    const last = new Map<string, number>()
    for (let i = 0; i < steps; i += 1) {
      for (const token of tokens) {
        const usd = walk.usdAt(token, openedAt + i * stepSeconds)
        const change = Math.log(usd / (last.get(token.symbol) ?? usd))
        squares.set(token.symbol, (squares.get(token.symbol) ?? 0) + change ** 2)
        last.set(token.symbol, usd)
        if (token.volatility === 0) expect(Math.abs(usd / token.usd - 1)).toBeLessThan(0.0003)
      }
    }
    for (const token of tokens.filter(({ volatility }) => volatility > 0)) {
      const yearly = Math.sqrt(((squares.get(token.symbol) ?? 0) / steps) * 105_120)
      expect(Math.abs(yearly / token.volatility - 1), token.symbol).toBeLessThan(0.03)
      expect(token.volatility).toBeGreaterThanOrEqual(0.4)
      expect(token.volatility).toBeLessThanOrEqual(0.8)
    }
  })

  test('prices a token equally on every network', () => {
    const onGnosis = createPriceWalk(listDevnetTokens(100), { seed: 7, openedAt })
    const onMainnet = createPriceWalk(tokens, { seed: 7, openedAt })
    const at = openedAt + 86_400
    expect(onGnosis.usdAt(getDevnetToken(100, 'GNO'), at)).toBe(
      onMainnet.usdAt(getDevnetToken(1, 'GNO'), at),
    )
  })
})

test('pool targets agree on cross rates within 0.1 percent', () => {
  const pools = sortPools(listDevnetPools(1), tokens)
  const walk = createPriceWalk(tokens, { seed: 1, openedAt })
  const seconds = openedAt + 40_000
  const targets = targetSqrtPrices(walk, pools, { seed: 1, seconds })
  pools.forEach(({ token0, token1 }, index) => {
    const price =
      (Number(targets[index]) / 2 ** 96) ** 2 * 10 ** (token0.decimals - token1.decimals)
    const cross = walk.usdAt(token0, seconds) / walk.usdAt(token1, seconds)
    expect(Math.abs(price / cross - 1)).toBeLessThan(0.001)
  })
})

test('a square-root price accounts for the decimals of both tokens', () => {
  expect(sqrtPriceX96(1, 0)).toBe(2n ** 96n)
  expect(sqrtPriceX96(4, 0)).toBe(2n ** 97n)
  expect(sqrtPriceX96(1, -12)).toBe(2n ** 96n * 1_000_000n)
})

test.each(networks.map(({ chainId }) => chainId))(
  'network %i has a wrapped native token, a dollar token and pools for every token but the isolated one',
  (chainId) => {
    const network = getNetwork(chainId)
    const listed = listDevnetTokens(chainId)
    expect(listed[0]?.address).toBe(network.wrappedNative)
    expect(listed.map(({ address }) => address)).toEqual(
      expect.arrayContaining([network.usdToken, ...network.baseTokens]),
    )
    const pooled = new Set(listDevnetPools(chainId).flatMap(({ a, b }) => [a, b]))
    const alone = listed.filter(({ symbol }) => !pooled.has(symbol)).map(({ symbol }) => symbol)
    expect(alone).toEqual(chainId === 1 ? ['LONE'] : [])
  },
)
