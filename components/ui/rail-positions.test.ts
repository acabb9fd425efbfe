import { describe, expect, it } from 'vitest'
import { railPositions } from './rail-positions'

describe('railPositions', () => {
  it('spans limit to quoted before execution', () => {
    expect(railPositions({ limit: 90n, quoted: 100n })).toEqual({ limit: 6, quoted: 94 })
  })

  it('draws the surplus of a sell order to scale', () => {
    expect(railPositions({ limit: 100n, quoted: 150n, executed: 200n })).toEqual({
      limit: 6,
      quoted: 50,
      executed: 94,
      surplus: { from: 50, to: 94 },
    })
  })

  it('orients a buy order the same way: paying less is better', () => {
    expect(railPositions({ limit: 200n, quoted: 150n, executed: 100n })).toEqual({
      limit: 6,
      quoted: 50,
      executed: 94,
      surplus: { from: 50, to: 94 },
    })
  })

  it('has no surplus between limit and quoted', () => {
    expect(railPositions({ limit: 100n, quoted: 200n, executed: 150n })).toEqual({
      limit: 6,
      quoted: 94,
      executed: 50,
    })
  })

  it('has no quoted position without a quote, and counts everything beyond the limit as surplus', () => {
    expect(railPositions({ limit: 100n })).toEqual({ limit: 6 })
    expect(railPositions({ limit: 100n, executed: 150n })).toEqual({
      limit: 6,
      executed: 94,
      surplus: { from: 6, to: 94 },
    })
  })

  it('clamps prices worse than the limit to the limit', () => {
    expect(railPositions({ limit: 100n, quoted: 150n, executed: 90n }).executed).toBe(6)
    expect(railPositions({ limit: 150n, quoted: 100n, executed: 160n }).executed).toBe(6)
  })

  it('ends at the bound if known, for sell and buy orders', () => {
    expect(railPositions({ limit: 100n, quoted: 150n, executed: 175n, bound: 200n })).toEqual({
      limit: 6,
      quoted: 50,
      executed: 72,
      bound: 94,
      surplus: { from: 50, to: 72 },
    })
    expect(railPositions({ limit: 200n, quoted: 150n, executed: 150n, bound: 100n })).toEqual({
      limit: 6,
      quoted: 50,
      executed: 50,
      bound: 94,
    })
  })

  it('never leaves the rail', () => {
    const equal = railPositions({ limit: 5n, quoted: 5n, executed: 5n })
    expect(equal).toEqual({ limit: 6, quoted: 6, executed: 6 })
    const huge = railPositions({ limit: 1n, quoted: 2n, executed: 2n ** 256n })
    expect(huge.executed).toBe(94)
    expect(huge.quoted).toBeGreaterThanOrEqual(6)
  })
})
