import fc from 'fast-check'
import { expect, test } from 'vitest'
import { recommendSlippage, type SlippageFacts } from './slippage'

const calm: SlippageFacts = {
  movement: { volatility: 0.003, move: 0.001 },
  waitSeconds: undefined,
  impact: 0,
  depthSwing: 0,
  partiallyFillable: false,
  feeShare: 0,
}

const share = fc.double({ min: 0, max: 2, noNaN: true })

const facts: fc.Arbitrary<SlippageFacts> = fc.record({
  movement: fc.record({ volatility: share, move: share }),
  waitSeconds: fc.option(fc.nat(10_000), { nil: undefined }),
  impact: fc.double({ min: 0, max: 1, noNaN: true }),
  depthSwing: fc.double({ min: 0, max: 100, noNaN: true }),
  partiallyFillable: fc.boolean(),
  feeShare: share,
})

const run = { seed: 20261121, numRuns: 500 }

function expectNotLess(change: (from: SlippageFacts, by: number) => SlippageFacts): void {
  const property = fc.property(facts, share, (from, by) => {
    expect(recommendSlippage(change(from, by))).toBeGreaterThanOrEqual(recommendSlippage(from))
  })
  fc.assert(property, run)
}

test('a recommendation is an integer from 1 to 10000 for any input', () => {
  const property = fc.property(facts, (known) => {
    const bps = recommendSlippage(known)
    expect(Number.isInteger(bps) && bps >= 1 && bps <= 10_000).toBe(true)
  })
  fc.assert(property, run)
})

test('does not fall with the order size', () => {
  expectNotLess((from, by) => ({ ...from, impact: Math.min(1, from.impact + by) }))
})

test('does not fall with the price movement', () => {
  expectNotLess(({ movement, ...rest }, by) => ({
    ...rest,
    movement: { ...movement, volatility: movement.volatility + by },
  }))
  expectNotLess(({ movement, ...rest }, by) => ({
    ...rest,
    movement: { ...movement, move: movement.move + by },
  }))
})

test('does not fall with the swing of depth', () => {
  expectNotLess((from, by) => ({ ...from, depthSwing: from.depthSwing + by }))
})

test('does not fall with the fee', () => {
  expectNotLess((from, by) => ({ ...from, feeShare: from.feeShare + by }))
})

test('does not fall with the time to expiry', () => {
  expectNotLess((from, by) => {
    const { waitSeconds } = from
    return waitSeconds === undefined ? from : { ...from, waitSeconds: waitSeconds + by * 300 }
  })
})

test('does not rise for a partially fillable order', () => {
  expectNotLess((from) => ({ ...from, partiallyFillable: false }))
})

test('is the sum of its parts, rounded up', () => {
  expect(recommendSlippage(calm)).toBe(30)
  expect(recommendSlippage({ ...calm, feeShare: 0.002 })).toBe(40)
  expect(recommendSlippage({ ...calm, impact: 0.01 })).toBe(40)
  expect(recommendSlippage({ ...calm, impact: 0.01, depthSwing: 0.5 })).toBe(80)
  expect(recommendSlippage({ ...calm, impact: 0.01, depthSwing: 9 })).toBe(130)
  expect(recommendSlippage({ ...calm, impact: 0.01, partiallyFillable: true })).toBe(35)
  expect(recommendSlippage({ ...calm, waitSeconds: 0 })).toBe(1)
})
