import { expect, test } from 'vitest'
import { hookInteractions } from '@/lib/chain/simulation/trampoline'
import { noInteractions, type OrderInteractions } from '@/lib/core/interaction'
import { getNetwork } from '@/lib/core/networks'
import { settlementGasLimit } from './gas-limit'

const bounds = { maxGas: 1n << 24n }
const target = `0x${'12'.repeat(20)}` as const
const planWith = ({ pre, post }: OrderInteractions) => ({ interactions: { pre, intra: [], post } })
const hooked = (...limits: readonly bigint[]) => {
  const hooks = limits.map((gasLimit) => ({ target, callData: '0x' as const, gasLimit }))
  return planWith(hookInteractions({ pre: [], post: hooks }, getNetwork(1).hooksTrampoline))
}

test('adds three tenths and a reserve to the simulated gas', () => {
  expect(settlementGasLimit(planWith(noInteractions), 200_000n, bounds)).toBe(310_000n)
  expect(settlementGasLimit(hooked(10n), 200_000n, bounds)).toBe(310_000n)
})

test('adds only a quarter, as much as refunds hide, and a smaller reserve if untrusted code runs', () => {
  expect(
    settlementGasLimit(planWith(noInteractions), 200_000n, { ...bounds, runsUntrusted: true }),
  ).toBe(280_000n)
})

test('leaves enough for the largest gas that a hook states, even if the hook uses little', () => {
  const limit = settlementGasLimit(hooked(1_000_000n, 3_000_000n), 200_000n, bounds)
  expect(((limit - 200_000n) * 63n * 63n) / (64n * 64n)).toBeGreaterThan(3_000_000n)
})

test('caps execution gas at the maximum of a transaction', () => {
  expect(settlementGasLimit(planWith(noInteractions), 16_000_000n, bounds)).toBe(1n << 24n)
})

test('adds the gas for data and a quarter more on top', () => {
  const plan = planWith(noInteractions)
  expect(settlementGasLimit(plan, 200_000n, { ...bounds, dataGas: 40_000n })).toBe(360_000n)
  expect(settlementGasLimit(plan, 32_000_000n, { dataGas: 40_000n, maxGas: 32_000_000n })).toBe(
    32_050_000n,
  )
})
