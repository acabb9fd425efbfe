import { writeDate } from './intl'
import type { Locale } from './locale'

const utc = { timeZone: 'UTC' } as const
const ofDay = { day: 'numeric', month: 'short' } as const
const ofMinute = { hour: '2-digit', minute: '2-digit' } as const

/** Formats a date of UTC: "21 Nov 2026". */
export const utcDayText = (date: Date, locale: Locale): string =>
  writeDate(locale, date, { dateStyle: 'medium', ...utc })

/** Formats a date of UTC without its year: "21 Nov". */
export const utcShortDayText = (date: Date, locale: Locale): string =>
  writeDate(locale, date, { ...ofDay, ...utc })

/** Formats a time to the second, and names its zone: "21 Nov 2026, 09:30:12 UTC". */
export const utcText = (date: Date, locale: Locale): string =>
  `${writeDate(locale, date, { dateStyle: 'medium', timeStyle: 'medium', ...utc })} UTC`

/** Formats a time of UTC where the zone is named once for all: "21 Nov, 09:30". */
export const utcMinuteText = (date: Date, locale: Locale): string =>
  writeDate(locale, date, { ...ofDay, ...ofMinute, ...utc })

/** Formats a time of day of UTC where the zone is named once for all: "09:30". */
export const utcClockText = (date: Date, locale: Locale): string =>
  writeDate(locale, date, { ...ofMinute, ...utc })

/** Formats a time of day of UTC to the second where the zone is named once for all: "09:30:12". */
export const utcSecondText = (date: Date, locale: Locale): string =>
  writeDate(locale, date, { ...ofMinute, second: '2-digit', ...utc })

/** Formats a time in the user's zone, without the year if it is the current one: "21 Nov, 09:30". */
export function localText(date: Date, now: Date, locale: Locale): string {
  const isThisYear = date.getFullYear() === now.getFullYear()
  const ofYear = isThisYear ? {} : ({ year: 'numeric' } as const)
  return writeDate(locale, date, { ...ofDay, ...ofYear, ...ofMinute })
}

/** Formats a day of the user's zone: "21 November 2026". */
export const localDayText = (date: Date, locale: Locale): string =>
  writeDate(locale, date, { day: 'numeric', month: 'long', year: 'numeric' })

/** Formats a day of the user's zone as {@link localDayText}, without the year if it is the current one: "21 November". */
export function localDayInYearText(date: Date, now: Date, locale: Locale): string {
  if (date.getFullYear() !== now.getFullYear()) return localDayText(date, locale)
  return writeDate(locale, date, { day: 'numeric', month: 'long' })
}

/** Formats a day of the user's zone in short: "21 Nov", "21 Nov 2025". */
export function localShortDayText(date: Date, now: Date, locale: Locale): string {
  const isThisYear = date.getFullYear() === now.getFullYear()
  return writeDate(locale, date, { ...ofDay, ...(isThisYear ? {} : { year: 'numeric' }) })
}

/** Formats a time of day of the user's zone: "09:30". */
export const clockText = (date: Date, locale: Locale): string => writeDate(locale, date, ofMinute)

/** Formats a time of day of the user's zone to the second: "09:30:12". */
export const clockSecondText = (date: Date, locale: Locale): string =>
  writeDate(locale, date, { ...ofMinute, second: '2-digit' })
