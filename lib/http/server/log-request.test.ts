import { expect, test } from 'vitest'
import { dependencyDown } from '@/lib/core/errors'
import { describeCause } from './log-request'

test('redacts URLs, which may contain keys, in logged causes', () => {
  const cause = new Error('POST https://rpc.example/v3/secret-key failed')
  const text = describeCause(dependencyDown('the chain', cause))
  expect(text).toContain('the chain did not answer')
  expect(text).toContain('POST https://rpc.example failed')
  expect(text).not.toContain('secret-key')
  for (const scheme of ['postgresql', 'redis', 'rediss']) {
    expect(describeCause(new Error(`${scheme}://user:secret@host/db`))).not.toContain('secret')
  }
})

test('ends at a cycle of causes', () => {
  const error = new Error('round')
  error.cause = error
  expect(describeCause(error).match(/round/g)?.length).toBeLessThan(12)
})
