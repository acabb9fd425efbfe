import {
  _computeInGivenExactOut,
  _computeOutGivenExactIn,
  Rounding,
  Stable,
  SwapKind,
} from '@balancer-labs/balancer-maths'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cases } from '@/lib/testing/cases'
import { one, unlessReverted } from './fixed-point'
import { invariantDown, stableIn, stableOut } from './stable-math'
import { weightedIn, weightedOut } from './weighted-math'

const runs = { seed: 3, numRuns: cases(2_000, 10_000) }
const balance = fc.bigInt({ min: 10n ** 9n, max: 10n ** 30n })
/** Millionths of a balance, up to the three tenths that weighted pools accept. */
const part = fc.integer({ min: 1, max: 300_000 })
const weight = fc.integer({ min: 1, max: 99 })

test('matches the published maths of weighted pools in random swaps', { tags: ['long'] }, () => {
  fc.assert(
    fc.property(balance, balance, weight, part, (balanceIn, balanceOut, percent, ppm) => {
      const weightIn = BigInt(percent) * 10n ** 16n
      const weightOut = one - weightIn
      const sides = { balanceIn, balanceOut, weightIn, weightOut, hasShortPowers: true }
      const amountIn = (balanceIn * BigInt(ppm)) / 1_000_000n
      const amountOut = (balanceOut * BigInt(ppm)) / 1_000_000n
      expect(weightedOut(sides, amountIn)).toBe(
        _computeOutGivenExactIn(balanceIn, weightIn, balanceOut, weightOut, amountIn),
      )
      expect(weightedIn(sides, amountOut)).toBe(
        _computeInGivenExactOut(balanceIn, weightIn, balanceOut, weightOut, amountOut),
      )
    }),
    runs,
  )
})

/** Units of 18 decimals that the later maths saves by dividing once where the vault's pools divide twice. */
const roundingGap = 100_000n

test('matches the published invariant of stable pools, and rounds at least as much in the pool’s favour', {
  tags: ['long'],
}, () => {
  fc.assert(
    fc.property(
      fc.array(fc.bigInt({ min: 10n ** 18n, max: 10n ** 27n }), { minLength: 2, maxLength: 5 }),
      fc.integer({ min: 1, max: 5_000 }),
      part,
      (balances, amp, ppm) => {
        const amplification = BigInt(amp) * 1_000n
        const curve = { amplification, balances }
        const published = new Stable({ amp: amplification })
        const invariant = unlessReverted(() => invariantDown(curve))
        // The published maths has no overflow.
        if (invariant === undefined) return
        expect(invariant).toBe(published.computeInvariant(balances, Rounding.ROUND_DOWN))
        const places = { indexIn: 0, indexOut: 1 }
        const publishedSwap = (swapKind: SwapKind, amountGivenScaled18: bigint) =>
          published.onSwap({
            ...places,
            swapKind,
            balancesLiveScaled18: balances,
            amountGivenScaled18,
          })
        const sold = ((balances[0] ?? 0n) * BigInt(ppm)) / 1_000_000n
        const paid = unlessReverted(() => stableOut(curve, { ...places, amount: sold }, invariant))
        if (paid !== undefined) expectWithin(publishedSwap(SwapKind.GivenIn, sold) - paid)
        const bought = ((balances[1] ?? 0n) * BigInt(ppm)) / 1_000_000n
        const taken = unlessReverted(() =>
          stableIn(curve, { ...places, amount: bought }, invariant),
        )
        if (taken !== undefined) expectWithin(taken - publishedSwap(SwapKind.GivenOut, bought))
      },
    ),
    runs,
  )
})

function expectWithin(gap: bigint): void {
  expect(gap).toBeGreaterThanOrEqual(-2n)
  expect(gap).toBeLessThanOrEqual(roundingGap)
}
