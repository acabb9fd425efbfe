import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { limitRail, orderRail, type RailScale } from './rail-positions'

const places = ({ marks }: RailScale) =>
  Object.fromEntries(marks.map(({ name, place }) => [name, Math.round(place * 10) / 10]))
const changes = ({ marks }: RailScale) =>
  Object.fromEntries(marks.map(({ name, change }) => [name, change?.fraction.toFixed(4)]))
const fills = (rail: RailScale) =>
  rail.fills.map(({ look, from, to }) => [look, Math.round(from), Math.round(to)])

const before = { kind: 'sell', limit: 450_377n, quoted: 452_640n } as const

describe('an order before it is signed', () => {
  const rail = orderRail({ ...before, market: 453_233n })

  it('has 8 % air at both ends, and each price where its number lies', () => {
    expect(places(rail)).toEqual({ minimum: 8, quote: 74.6, market: 92 })
  })

  it('is sure of the quote, and may get up to the market', () => {
    expect(fills(rail)).toEqual([
      ['sure', 8, 75],
      ['possible', 75, 92],
    ])
  })

  it('states the differences to the quote', () => {
    expect(changes(rail)).toEqual({ minimum: '-0.0050', quote: undefined, market: '0.0013' })
  })

  it('draws a market below the quote where it is, without a possible surplus', () => {
    const low = orderRail({ ...before, market: 451_000n })
    expect(places(low)).toEqual({ minimum: 8, quote: 92, market: 31.1 })
    expect(fills(low)).toEqual([['sure', 8, 92]])
  })

  it('leaves a difference of almost nothing uncoloured', () => {
    const [, , market] = orderRail({ ...before, market: 452_700n }).marks
    expect(market?.change?.tone).toBe('level')
  })
})

describe('a filled order', () => {
  it('shows what it got beyond the quote', () => {
    const rail = orderRail({ ...before, executed: 453_487n })
    expect(places(rail)).toEqual({ minimum: 8, quote: 69.1, got: 92 })
    expect(fills(rail)).toEqual([
      ['sure', 8, 69],
      ['surplus', 69, 92],
    ])
    expect(changes(rail)).toEqual({ minimum: undefined, quote: undefined, got: '0.0019' })
  })

  it('shows how short of the quote it stayed', () => {
    const rail = orderRail({ ...before, executed: 451_790n })
    expect(fills(rail)).toEqual([
      ['sure', 8, 60],
      ['short', 60, 92],
    ])
    expect(rail.marks.find(({ name }) => name === 'got')?.change?.tone).toBe('down')
  })

  it('counts everything beyond the limit as surplus without a quote', () => {
    const rail = orderRail({ kind: 'sell', limit: 100n, executed: 150n })
    expect(places(rail)).toEqual({ minimum: 8, got: 92 })
    expect(fills(rail)).toEqual([['surplus', 8, 92]])
  })

  it('ends at the best possible if that is known', () => {
    const rail = orderRail({ kind: 'sell', limit: 100n, quoted: 150n, executed: 175n, bound: 200n })
    expect(places(rail)).toEqual({ minimum: 8, quote: 50, got: 71, ceiling: 92 })
  })
})

it('points right for buy orders too: paying less is better', () => {
  const rail = orderRail({ kind: 'buy', limit: 200n, quoted: 150n, executed: 100n })
  expect(places(rail)).toEqual({ maximum: 8, quote: 50, paid: 92 })
  expect(rail.marks[2]?.change).toEqual({ fraction: expect.closeTo(-1 / 3), tone: 'surplus' })
})

describe('a limit price', () => {
  const market = { market: 3_021.55, range: { low: 3_001.66, high: 3_058.91 } }

  it('lies beside the market and the range of the last 24 hours', () => {
    const rail = limitRail({ ...market, limit: 3_081.98, isHigherBetter: true })
    expect(places(rail)).toEqual({ market: 28.8, limit: 92, low: 8, high: 67.9 })
    expect(fills(rail)).toEqual([
      ['band', 8, 68],
      ['possible', 68, 92],
    ])
    expect(rail.marks[1]?.change).toEqual({ fraction: expect.closeTo(0.02), tone: 'surplus' })
  })

  it('has no way to go inside the range', () => {
    expect(fills(limitRail({ ...market, limit: 3_030, isHigherBetter: true }))).toEqual([
      ['band', 8, 92],
    ])
  })

  it('is worse below the market, and better if the price is inverted', () => {
    const tone = (isHigherBetter: boolean) =>
      limitRail({ ...market, limit: 2_900, isHigherBetter }).marks[1]?.change?.tone
    expect(tone(true)).toBe('down')
    expect(tone(false)).toBe('surplus')
  })

  it('starts the way at the market if the range is unknown', () => {
    expect(fills(limitRail({ market: 100, limit: 110, isHigherBetter: true }))).toEqual([
      ['possible', 8, 92],
    ])
  })
})

it('keeps the order and the proportions of all amounts', () => {
  const amount = fc.bigInt({ min: 1n, max: (1n << 256n) - 1n })
  const optional = fc.option(amount, { nil: undefined })
  fc.assert(
    fc.property(amount, optional, optional, optional, (limit, quoted, executed, market) => {
      const prices = { limit, quoted, executed, market }
      const { marks, fills: drawn } = orderRail({ kind: 'sell', ...prices })
      const shown = [limit, quoted, executed, market].filter((value) => value !== undefined)
      expect(marks).toHaveLength(shown.length)
      for (const [i, { place }] of marks.entries()) {
        expect(place).toBeGreaterThanOrEqual(8)
        expect(place).toBeLessThanOrEqual(92)
        for (const [j, other] of marks.entries()) {
          if ((shown[i] ?? 0n) > (shown[j] ?? 0n)) expect(place).toBeGreaterThanOrEqual(other.place)
        }
      }
      for (const { from, to } of drawn) expect(to).toBeGreaterThanOrEqual(from)
    }),
  )
})
