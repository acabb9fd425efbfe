import { describe, expect, it } from 'vitest'
import type { Holding } from './portfolio'
import { sumPortfolios } from './summary'
import { valueLine } from './value-line'

const token = (usd: number | undefined, facts: Partial<Holding> = {}): Holding => ({
  ...{ token: `0x${'01'.repeat(20)}`, symbol: 'T', name: 'Token', decimals: 18 },
  ...{ balance: 100n, allowance: 0n, claim: undefined, shortage: undefined },
  market: usd === undefined ? undefined : { price: usd / 100, dayChange: undefined, week: [] },
  usd,
  ...facts,
})

const on = (chainId: number, holdings: readonly Holding[], isTestnet = false) => ({
  chainId,
  isTestnet,
  portfolio: {
    holdings,
    usd: holdings.reduce((sum, { usd = 0 }) => sum + usd, 0),
    unpriced: holdings.filter(({ usd }) => usd === undefined).length,
  },
})

describe('sumPortfolios', () => {
  it('adds up networks, without testnets and those that are unknown', () => {
    const silent = { chainId: 8453, isTestnet: false, portfolio: undefined }
    const sum = sumPortfolios([
      on(1, [token(300), token(undefined)]),
      on(100, [token(100)]),
      on(11_155_111, [token(1_000)], true),
      silent,
    ])
    expect(sum).toMatchObject({ usd: 400, counted: 2, unpriced: 1 })
    expect(sum.networks).toEqual([
      { chainId: 1, isCounted: true, usd: 300, share: 0.75, tokens: 2 },
      { chainId: 100, isCounted: true, usd: 100, share: 0.25, tokens: 1 },
      { chainId: 11_155_111, isCounted: false, usd: 1_000, share: undefined, tokens: 1 },
      { chainId: 8453, isCounted: true, usd: undefined, share: undefined, tokens: 0 },
    ])
  })

  it('counts testnets where there is nothing else', () => {
    expect(sumPortfolios([on(11_155_111, [token(5)], true)])).toMatchObject({ usd: 5, counted: 1 })
  })

  it('values today’s tokens at past prices; one without past prices is constant', () => {
    const moved = token(200, { market: { price: 2, dayChange: 0, week: [1, 1.5, 1.9] } })
    expect(sumPortfolios([on(1, [moved, token(50)])]).week).toEqual({
      values: [150, 200, 250],
      isShort: true,
    })
    const dollar = token(50, { market: { price: 1, dayChange: 0, week: [1, 1, 1, 1, 1] } })
    expect(sumPortfolios([on(1, [moved, dollar])]).week.values).toEqual([150, 200, 250])
    expect(sumPortfolios([on(1, [token(50)])]).week).toEqual({ values: [], isShort: true })
  })

  it('sums what open orders have reserved, at most the balance', () => {
    const half = token(100, { claim: { orders: 2, atoms: 50n } })
    const all = token(10, { claim: { orders: 1, atoms: 500n } })
    expect(sumPortfolios([on(1, [half, all])]).reserved).toEqual({ orders: 3, usd: 60 })
  })
})

describe('valueLine', () => {
  it('draws the highest value highest, with round values beside it', () => {
    const line = valueLine([41_000, 43_500, 43_003])
    expect(line?.path).toBe('M0 0.88L0.5 0.12L1 0.2711')
    expect(line?.ticks.map(({ value }) => value)).toEqual([43_000, 42_000, 41_000])
    for (const { y } of line?.ticks ?? []) expect(y).toBeGreaterThan(0)
  })

  it('draws a constant value in the middle, and nothing for one value', () => {
    expect(valueLine([5, 5])).toEqual({ path: 'M0 0.5L1 0.5', last: 0.5, ticks: [] })
    expect(valueLine([5])).toBeUndefined()
  })
})
