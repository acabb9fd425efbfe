import fc from 'fast-check'
import { expect, test } from 'vitest'
import { locales } from './locale'
import {
  clockSecondText,
  clockText,
  localDayInYearText,
  localShortDayText,
  localText,
  utcClockText,
  utcDayText,
  utcMinuteText,
  utcSecondText,
  utcShortDayText,
  utcShortMonthText,
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
  expect(utcShortMonthText(evening, 'en')).toBe('Nov')
  expect(utcShortMonthText(evening, 'de')).toBe('Nov.')
  expect(utcClockText(evening)).toBe('21:05')
  expect(utcSecondText(evening)).toBe('21:05:09')
})

test('a local time names the year unless it is the current one', () => {
  const local = new Date(2026, 10, 21, 9, 30)
  expect(localText(local, new Date(2026, 0, 1), 'en')).toBe('21 Nov, 09:30')
  expect(localText(local, new Date(2027, 0, 1), 'en')).toBe('21 Nov 2026, 09:30')
  expect(clockText(local)).toBe('09:30')
  expect(clockSecondText(new Date(2026, 10, 21, 9, 30, 5))).toBe('09:30:05')
  const [then, later] = [new Date(2026, 0, 1), new Date(2027, 0, 1)]
  expect(localDayInYearText(local, then, 'en')).toBe('21 November')
  expect(localDayInYearText(local, later, 'en')).toBe('21 November 2026')
  expect(localShortDayText(local, then, 'en')).toBe('21 Nov')
  expect(localShortDayText(local, later, 'en')).toBe('21 Nov 2026')
  expect(localShortDayText(local, then, 'de')).toBe('21. Nov.')
})

test('the platform writes the same, after a longer start', () => {
  const tags = { en: 'en-GB', de: 'de-DE' }
  const day = { day: 'numeric', month: 'short' } as const
  const minute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  const utc = { timeZone: 'UTC' } as const
  const dates = fc.date({ min: new Date(0), max: new Date(Date.UTC(2100, 0)), noInvalidDate: true })
  const never = new Date(Date.UTC(1900, 0))
  fc.assert(
    fc.property(dates, fc.constantFrom(...locales), (date, locale) => {
      const platform = (options: Intl.DateTimeFormatOptions) =>
        new Intl.DateTimeFormat(tags[locale], options).format(date)
      expect(utcText(date, locale)).toBe(
        `${platform({ dateStyle: 'medium', timeStyle: 'medium', ...utc })} UTC`,
      )
      expect(utcMinuteText(date, locale)).toBe(platform({ ...day, ...minute, ...utc }))
      expect(localText(date, date, locale)).toBe(platform({ ...day, ...minute }))
      expect(localText(date, never, locale)).toBe(platform({ ...day, year: 'numeric', ...minute }))
      expect(localDayInYearText(date, never, locale)).toBe(
        platform({ ...day, month: 'long', year: 'numeric' }),
      )
      expect(clockSecondText(date)).toBe(platform({ ...minute, second: '2-digit' }))
    }),
    { seed: 9, numRuns: 500 },
  )
})
