import { expect, test } from 'vitest'
import { type ExpiryPreset, readExpiry } from './expiry'

const now = Date.parse('2026-11-22T04:00:00')
const at = (text: string) => readExpiry({ by: 'moment', text }, now)

test.each<[ExpiryPreset, number]>([
  ['hour', 3_600],
  ['day', 86_400],
  ['week', 604_800],
  ['month', 2_592_000],
])('a %s is %s seconds', (preset, seconds) => {
  expect(readExpiry({ by: 'preset', preset }, now)).toEqual({ validTo: now / 1_000 + seconds })
})

test('a moment is read as the clock here shows it', () => {
  expect(at('2026-11-22T05:30')).toEqual({ validTo: now / 1_000 + 5_400 })
})

test.each([
  ['', 'missing'],
  ['2026-11-22T04:01', 'too-soon'],
  ['2020-01-01T00:00', 'too-soon'],
  ['2027-11-22T04:00', 'too-late'],
])('"%s" is no end: %s', (text, problem) => {
  expect(at(text)).toEqual({ problem })
})

test('a year but an hour can be had', () => {
  expect(at('2027-11-22T02:59')).toHaveProperty('validTo')
})
