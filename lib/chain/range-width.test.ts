import { expect, test } from 'vitest'
import { createTestContext } from '@/lib/testing/test-context'
import { rangeWidth, withinRange } from './range-width'

const key = { chainId: 1, indexer: 'market' } as const
const answer = async () => 'logs'
const refuse = (message: string) => async () => {
  throw new Error(message)
}

test('halves the range that a node refuses, down to one block', async () => {
  const ctx = createTestContext()
  expect(rangeWidth(ctx, key)).toBe(2_000n)
  const tooMany = refuse('query returned more than 10000 results')
  for (let width = 1_000; width >= 1; width = Math.floor(width / 2)) {
    expect(await withinRange(ctx, key, tooMany)).toBeUndefined()
    expect(rangeWidth(ctx, key)).toBe(BigInt(width))
  }
  await expect(withinRange(ctx, key, tooMany)).rejects.toThrow('10000 results')
})

test('widens the range after an answer, up to 2,000 blocks', async () => {
  const ctx = createTestContext()
  await withinRange(ctx, key, refuse('block range is too large'))
  expect(await withinRange(ctx, key, answer)).toBe('logs')
  expect(rangeWidth(ctx, key)).toBe(1_250n)
  for (let round = 0; round < 5; round++) await withinRange(ctx, key, answer)
  expect(rangeWidth(ctx, key)).toBe(2_000n)
})

test('keeps the range after any other failure', async () => {
  const ctx = createTestContext()
  await expect(withinRange(ctx, key, refuse('connection refused'))).rejects.toThrow('refused')
  expect(rangeWidth(ctx, key)).toBe(2_000n)
})
