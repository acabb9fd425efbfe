import { expect, test } from 'vitest'
import type { Address } from '@/lib/core/address'
import { createTestContext } from '@/lib/testing/test-context'
import { findMeasuredGas, gasOfSimilar, recordGas } from './measured-gas'

const [sellToken, buyToken]: readonly Address[] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
const place = { chainId: 1, pair: { sellToken: sellToken!, buyToken: buyToken! } }
const open = () => createTestContext({ now: 1_795_000_000_000 })

test('a measurement applies to its shape, pair and network only', () => {
  const ctx = open()
  recordGas(ctx, place, { shape: 'a', gas: 200_000n, sellAmount: 5n })
  expect(findMeasuredGas(ctx, place).get('a')).toMatchObject({ gas: 200_000n, sellAmount: 5n })
  expect(findMeasuredGas(ctx, place).get('b')).toBeUndefined()
  expect(findMeasuredGas(ctx, { ...place, chainId: 100 }).size).toBe(0)
  const back = { sellToken: place.pair.buyToken, buyToken: place.pair.sellToken }
  expect(findMeasuredGas(ctx, { chainId: 1, pair: back }).size).toBe(0)
})

test('a figure within two percent of the stored one is ignored, a larger difference replaces it', () => {
  const ctx = open()
  const gasAfter = (gas: bigint) => {
    recordGas(ctx, place, { shape: 'a', gas, sellAmount: 5n })
    return findMeasuredGas(ctx, place).get('a')?.gas
  }
  expect([200_000n, 203_999n, 196_001n, 205_000n].map(gasAfter)).toEqual([
    200_000n,
    200_000n,
    200_000n,
    205_000n,
  ])
})

test('a measurement expires after ten minutes', () => {
  const ctx = open()
  recordGas(ctx, place, { shape: 'a', gas: 200_000n, sellAmount: 5n })
  ctx.clock.advance(10 * 60_000)
  expect(findMeasuredGas(ctx, place).size).toBe(1)
  ctx.clock.advance(1)
  expect(findMeasuredGas(ctx, place).size).toBe(0)
})

test('keeps the twelve most recently measured shapes of a pair', () => {
  const ctx = open()
  for (let i = 0; i < 40; i += 1) recordGas(ctx, place, { shape: `${i}`, gas: 1n, sellAmount: 5n })
  expect([...findMeasuredGas(ctx, place).keys()]).toEqual(
    Array.from({ length: 12 }, (_, i) => `${i + 28}`),
  )
})

test('expects the gas of the most similar amount', () => {
  const measuredGas = new Map([
    ['a', { gas: 100n, sellAmount: 10n ** 18n }],
    ['b', { gas: 900n, sellAmount: 10n ** 21n }],
  ])
  expect(gasOfSimilar(measuredGas, 3n * 10n ** 18n)).toBe(100n)
  expect(gasOfSimilar(measuredGas, 10n ** 20n)).toBe(900n)
  expect(gasOfSimilar(new Map(), 1n)).toBeUndefined()
})
