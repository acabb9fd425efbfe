import { expect } from 'vitest'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { fixturePool, weth } from '@/lib/testing/auctions/build-auction-fixture'
import type { SolverFixture } from '@/lib/testing/auctions/solver-fixture'
import { test } from '@/lib/testing/test'
import { isPenalized, isVerified, penalize, verifyTokens } from './intermediate-tokens'

const minuteMs = 60_000

let fixture: SolverFixture
let ctx: Context
let laterMs = 0

test.beforeAll(({ solver }) => {
  fixture = solver
  ctx = { ...fixture.ctx, now: () => Date.now() + laterMs }
})

const addressOf = (index: number): Address => `0x${index.toString(16).padStart(40, '9')}`

test('verifies at most sixty tokens per minute', async () => {
  const tokens = Array.from({ length: 100 }, (_, index) => addressOf(index))
  const pools = tokens.map((token) => fixturePool([weth, 1n], [token, 1n]))
  const failed = () => tokens.filter((token) => isPenalized(ctx, 1, token))
  await verifyTokens(ctx, { chainId: 1, pools }, tokens)
  expect(failed()).toEqual(tokens.slice(0, 60))
  laterMs += minuteMs + 1
  await verifyTokens(ctx, { chainId: 1, pools }, tokens.slice(60))
  expect(failed()).toEqual(tokens)
  expect(tokens.some((token) => isVerified(ctx, 1, token))).toBe(false)
})

test('penalizes a failure for ten minutes, doubled each further time', () => {
  const token = addressOf(1_000)
  for (const minutes of [10, 20, 40]) {
    penalize(ctx, 1, [token])
    laterMs += minutes * minuteMs - 1_000
    expect(isPenalized(ctx, 1, token)).toBe(true)
    laterMs += 1_001
    expect(isPenalized(ctx, 1, token)).toBe(false)
  }
})
