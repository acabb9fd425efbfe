import { expect, test } from 'vitest'
import {
  clockSecondText,
  clockText,
  localDayInYearText,
  localDayText,
  localShortDayText,
  localText,
  utcClockText,
  utcDayText,
  utcMinuteText,
  utcSecondText,
  utcShortDayText,
  utcText,
} from './time-text'

const evening = new Date(Date.UTC(2026, 10, 21, 21, 5, 9))
const midnight = new Date(Date.UTC(2026, 10, 21))

test('a UTC time has 24 hours and names its zone', () => {
  expect(utcText(evening, 'en')).toBe('21 Nov 2026, 21:05:09 UTC')
  expect(utcText(midnight, 'en')).toBe('21 Nov 2026, 00:00:00 UTC')
  expect(utcText(evening, 'de')).toBe('21.11.2026, 21:05:09 UTC')
})

test('a UTC time below a named zone does not repeat it', () => {
  expect(utcMinuteText(evening, 'en')).toBe('21 Nov, 21:05')
  expect(utcDayText(midnight, 'en')).toBe('21 Nov 2026')
  expect(utcShortDayText(midnight, 'en')).toBe('21 Nov')
  expect(utcClockText(evening, 'en')).toBe('21:05')
  expect(utcSecondText(evening, 'en')).toBe('21:05:09')
})

test('a local time names the year unless it is the current one', () => {
  const local = new Date(2026, 10, 21, 9, 30)
  expect(localText(local, new Date(2026, 0, 1), 'en')).toBe('21 Nov, 09:30')
  expect(localText(local, new Date(2027, 0, 1), 'en')).toBe('21 Nov 2026, 09:30')
  expect(localDayText(local, 'en')).toBe('21 November 2026')
  expect(clockText(local, 'en')).toBe('09:30')
  expect(clockSecondText(new Date(2026, 10, 21, 9, 30, 5), 'en')).toBe('09:30:05')
  const [then, later] = [new Date(2026, 0, 1), new Date(2027, 0, 1)]
  expect(localDayInYearText(local, then, 'en')).toBe('21 November')
  expect(localDayInYearText(local, later, 'en')).toBe('21 November 2026')
  expect(localShortDayText(local, then, 'en')).toBe('21 Nov')
  expect(localShortDayText(local, later, 'en')).toBe('21 Nov 2026')
  expect(localShortDayText(local, then, 'de')).toBe('21. Nov.')
})
