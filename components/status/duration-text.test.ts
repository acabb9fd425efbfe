import { expect, test } from 'vitest'
import { formatOf } from '@/lib/core/format/format'
import { translatorOf } from '@/lib/testing/translator-of'
import { durationText } from './duration-text'

const text = (seconds: number) => durationText(translatorOf('status'), formatOf('en'), seconds)

test.each([
  [0, '0 s'],
  [12.9, '12 s'],
  [60, '1 min'],
  [3_725, '1 h 2 min'],
  [90_000, '1 d 1 h'],
  [86_400 * 29, '29 d'],
  [-5, '0 s'],
])('writes %d seconds as %s', (seconds, written) => {
  expect(text(seconds)).toBe(written)
})

test('German durations need no other units', () => {
  const german = durationText(translatorOf('status', 'de'), formatOf('de'), 3_725)
  expect(german).toBe('1 h 2 min')
})
