import { expect, test } from 'vitest'
import { expectedPermitHook, hasPreHookOn, withPreHook } from './app-data-hook'

const token = `0x${'b2'.repeat(20)}` as const

test.each([
  ['one that brings a permit of the token', withPreHook('{}', expectedPermitHook(token)), true],
  [
    'one that calls another token',
    withPreHook('{}', expectedPermitHook(`0x${'c3'.repeat(20)}`)),
    false,
  ],
  ['one without hooks', '{"metadata":{}}', false],
  ['what is no document', 'x', false],
  ['what is not known', null, false],
])('detects %s', (_, appData, isCalled) => {
  expect(hasPreHookOn(appData, token)).toBe(isCalled)
})
