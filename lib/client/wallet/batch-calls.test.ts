import { expect, test } from 'vitest'
import { supportsBatches } from './batch-calls'

test.each<[string, unknown, boolean]>([
  ['that makes calls as one', { atomic: { status: 'supported' } }, true],
  ['that can be made to', { atomic: { status: 'ready' } }, true],
  ['that says so in the older way', { atomicBatch: { supported: true } }, true],
  ['that cannot', { atomic: { status: 'unsupported' } }, false],
  ['that says nothing of it', {}, false],
  ['that says nothing at all', undefined, false],
])('a wallet %s supports batches: %#', (_, capabilities, isAsked) => {
  expect(supportsBatches(capabilities)).toBe(isAsked)
})
