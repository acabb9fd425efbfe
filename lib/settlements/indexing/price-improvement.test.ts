import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findImprovement } from './price-improvement'

const sell = { kind: 'sell', sellAmount: 1_000n, buyAmount: 2_000_000n } as const
const buy = { ...sell, kind: 'buy' } as const

test('measures a sell order by what it bought above its limit', () => {
  const fill = { sellAmount: 500n, buyAmount: 1_010_000n }
  expect(findImprovement(sell, fill, undefined)).toEqual({ surplus: 10_000n, bps: 100 })
})

test('measures a buy order by what it paid below its limit', () => {
  const fill = { sellAmount: 990n, buyAmount: 2_000_000n }
  expect(findImprovement(buy, fill, undefined)).toEqual({ surplus: 10n, bps: 100 })
})

test('compares with the quote if it is better than the limit', () => {
  const quote = { ...sell, buyAmount: 2_020_000n }
  const fill = { sellAmount: 1_000n, buyAmount: 2_021_000n }
  expect(findImprovement(sell, fill, quote)).toBeUndefined()
  const better = { sellAmount: 1_000n, buyAmount: 2_030_000n }
  expect(findImprovement(sell, better, quote)).toEqual({ surplus: 10_000n, bps: 49 })
})

test('compares with the limit if the quote is worse', () => {
  const fill = { sellAmount: 1_000n, buyAmount: 2_010_000n }
  const quote = { ...sell, buyAmount: 1_900_000n }
  expect(findImprovement(sell, fill, quote)?.surplus).toBe(10_000n)
})

test('finds no improvement of a part of a schedule, whose limit is no expected price', () => {
  const fill = { sellAmount: 1_000n, buyAmount: 2_400_000n }
  expect(findImprovement(sell, fill, undefined)?.bps).toBe(2_000)
  expect(findImprovement({ ...sell, schedule: 'weekly' }, fill, undefined)).toBeUndefined()
})

test('notifies of improvements from 10 bps', () => {
  expect(findImprovement(sell, { sellAmount: 1_000n, buyAmount: 2_002_000n }, undefined)?.bps).toBe(
    10,
  )
  expect(
    findImprovement(sell, { sellAmount: 1_000n, buyAmount: 2_001_999n }, undefined),
  ).toBeUndefined()
})

test('finds no improvement at or below the limit, and accepts any amounts', () => {
  const amount = fc.bigInt(0n, (1n << 256n) - 1n)
  fc.assert(
    fc.property(
      fc.constantFrom('sell' as const, 'buy' as const),
      fc.tuple(amount, amount, amount, amount),
      (kind, all) => {
        const [sellAmount, buyAmount, sold, bought] = all
        const order = { ...sell, kind, sellAmount, buyAmount }
        const improvement = findImprovement(
          order,
          { sellAmount: sold, buyAmount: bought },
          undefined,
        )
        if (bought * sellAmount <= buyAmount * sold) expect(improvement).toBeUndefined()
      },
    ),
    { seed: 4 },
  )
})
