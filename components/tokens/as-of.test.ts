import { expect, test } from 'vitest'
import { translatorOf } from '@/lib/testing/translator-of'
import { ageText, isOld } from './as-of'

test.each([
  [-5_000, 'just now'],
  [4_000, 'just now'],
  [59_000, '59 s ago'],
  [240_000, '4 min ago'],
  [2 * 3_600_000, '2 h ago'],
  [72 * 3_600_000, '3 days ago'],
])('formats %d milliseconds as %s', (ageMs, text) => {
  expect(ageText(translatorOf('ui'), ageMs)).toBe(text)
})

test('data older than ten minutes is old', () => {
  expect([isOld(9 * 60_000), isOld(11 * 60_000)]).toEqual([false, true])
})

test('ages are translated into German', () => {
  expect(ageText(translatorOf('ui', 'de'), 240_000)).toBe('vor 4 min')
})
