import { expect, test } from 'vitest'
import { takesBatches } from './batch-calls'

test.each<[string, unknown, boolean]>([
  ['that makes calls as one', { atomic: { status: 'supported' } }, true],
  ['that can be made to', { atomic: { status: 'ready' } }, true],
  ['that says so in the older way', { atomicBatch: { supported: true } }, true],
  ['that cannot', { atomic: { status: 'unsupported' } }, false],
  ['that says nothing of it', {}, false],
  ['that says nothing at all', undefined, false],
])('a wallet %s is asked for batches: %#', (_, capabilities, isAsked) => {
  expect(takesBatches(capabilities)).toBe(isAsked)
})
