import { expect, test } from 'vitest'
import { type ExpiryPreset, readExpiry } from './expiry'

const now = Date.parse('2026-11-22T04:00:00')
const at = (text: string) => readExpiry({ by: 'moment', text }, now)

test.each<[ExpiryPreset, number]>([
  ['hour', 3_600],
  ['day', 86_400],
  ['week', 604_800],
  ['month', 2_592_000],
])('the preset %s lasts %s seconds', (preset, seconds) => {
  expect(readExpiry({ by: 'preset', preset }, now)).toEqual({ validTo: now / 1_000 + seconds })
})

test('reads a date field as local time', () => {
  expect(at('2026-11-22T05:30')).toEqual({ validTo: now / 1_000 + 5_400 })
})

test.each([
  ['', 'missing'],
  ['2026-11-22T04:01', 'too-soon'],
  ['2020-01-01T00:00', 'too-soon'],
  ['2027-11-22T04:00', 'too-late'],
])('rejects "%s": %s', (text, problem) => {
  expect(at(text)).toEqual({ problem })
})

test('accepts up to 365 days, less one hour', () => {
  expect(at('2027-11-22T02:59')).toHaveProperty('validTo')
})
