import { expect, test } from 'vitest'
import { dependencyDown } from '@/lib/core/errors'
import { describeCause } from './log-request'

test('the cause of a failure is logged without the URLs that may hold keys', () => {
  const cause = new Error('POST https://rpc.example/v3/secret-key failed')
  const text = describeCause(dependencyDown('the chain', cause))
  expect(text).toContain('the chain did not answer')
  expect(text).toContain('POST <url> failed')
  expect(text).not.toContain('secret-key')
  for (const scheme of ['postgresql', 'redis', 'rediss']) {
    expect(describeCause(new Error(`${scheme}://user:secret@host/db`))).not.toContain('secret')
  }
})

test('a circle of causes ends', () => {
  const error = new Error('round')
  error.cause = error
  expect(describeCause(error).match(/round/g)?.length).toBeLessThan(12)
})
