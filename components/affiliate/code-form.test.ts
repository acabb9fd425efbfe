import { expect, test } from 'vitest'
import { parseAffiliateCode } from '@/lib/affiliate/registration/affiliate-code'
import { translatorOf } from '@/lib/testing/translator-of'
import { codeHint, missingForCode, suggestCode } from './code-form'

const t = translatorOf('affiliate')

test('the hint states the pattern before any mistake', () => {
  expect(codeHint(t, { state: 'empty' }).hint).toMatch(/5 to 20/)
  expect(codeHint(t, { state: 'taken' }).error).toMatch(/taken/)
})

test.each([
  ['ABC', 'Use 5 to 20 letters, digits, - or _.'],
  ['A'.repeat(21), 'Too long by 1 character. Use at most 20.'],
  ['A'.repeat(30), 'Too long by 10 characters. Use at most 20.'],
  ['ALPHA.DESK', '“.” is not allowed. Use letters A to Z, digits, - or _.'],
  ['ALPHA🚀', '“🚀” is not allowed. Use letters A to Z, digits, - or _.'],
  ['ALPHA DESK', 'Spaces are not allowed. Use letters A to Z, digits, - or _.'],
  [' ALP ', 'Use 5 to 20 letters, digits, - or _.'],
])('says what is wrong with %o', (text, error) => {
  expect(codeHint(t, { state: 'malformed', text })).toEqual({ error })
})

test('a code can be signed if it is free or cannot be checked', () => {
  expect(missingForCode(t, { state: 'available' })).toBeUndefined()
  expect(missingForCode(t, { state: 'unknown' })).toBeUndefined()
  for (const state of ['empty', 'checking', 'taken'] as const) {
    expect(missingForCode(t, { state })).toBeDefined()
  }
  expect(missingForCode(t, { state: 'malformed', text: 'x' })).toBeDefined()
})

test('the suggestion is a valid code', () => {
  for (const random of [0, 0.5, 0.999_999]) {
    const code = suggestCode(() => random)
    expect(parseAffiliateCode(code)).toBe(code)
  }
})
