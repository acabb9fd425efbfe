import type { Locale } from './locale'

// Without Intl, whose first format takes a phone more than 100 ms to create (ADR 0061).

type Names = readonly string[]

/** English dates are British ("21 Nov 2026"), so that no day is mistaken for a month. */
const shortMonths: Readonly<Record<Locale, Names>> = {
  en: 'Jan Feb Mar Apr May Jun Jul Aug Sept Oct Nov Dec'.split(' '),
  de: 'Jan. Feb. März Apr. Mai Juni Juli Aug. Sept. Okt. Nov. Dez.'.split(' '),
}

const longMonths: Readonly<Record<Locale, Names>> = {
  en: 'January February March April May June July August September October November December'.split(
    ' ',
  ),
  de: 'Januar Februar März April Mai Juni Juli August September Oktober November Dezember'.split(
    ' ',
  ),
}

/** The parts of a time in some zone; the month from 0. */
type Parts = {
  readonly year: number
  readonly month: number
  readonly day: number
  readonly hour: number
  readonly minute: number
  readonly second: number
}

const inUtc = (date: Date): Parts => ({
  year: date.getUTCFullYear(),
  month: date.getUTCMonth(),
  day: date.getUTCDate(),
  hour: date.getUTCHours(),
  minute: date.getUTCMinutes(),
  second: date.getUTCSeconds(),
})

/** In the zone of the browser or the process. */
const inOwnZone = (date: Date): Parts => ({
  year: date.getFullYear(),
  month: date.getMonth(),
  day: date.getDate(),
  hour: date.getHours(),
  minute: date.getMinutes(),
  second: date.getSeconds(),
})

const two = (number: number): string => String(number).padStart(2, '0')

const minuteText = ({ hour, minute }: Parts): string => `${two(hour)}:${two(minute)}`

const secondText = (parts: Parts): string => `${minuteText(parts)}:${two(parts.second)}`

/** A day and its month: "21 Nov", "21. Nov.". */
function monthDayText({ day, month }: Parts, locale: Locale, months = shortMonths): string {
  return `${day}${locale === 'de' ? '.' : ''} ${months[locale][month]}`
}

/** A date of three parts: "21 Nov 2026", "21.11.2026". */
function dateText(parts: Parts, locale: Locale): string {
  const { day, month, year } = parts
  if (locale === 'de') return `${two(day)}.${two(month + 1)}.${year}`
  return `${monthDayText(parts, locale)} ${year}`
}

/** Adds the year to a text of a day unless it is the current one in the user's zone. */
function withYear(text: string, { year }: Parts, now: Date): string {
  return year === now.getFullYear() ? text : `${text} ${year}`
}

/** Formats a date of UTC: "21 Nov 2026". */
export const utcDayText = (date: Date, locale: Locale): string => dateText(inUtc(date), locale)

/** Formats a date of UTC without its year: "21 Nov". */
export const utcShortDayText = (date: Date, locale: Locale): string =>
  monthDayText(inUtc(date), locale)

/** Formats a month of UTC without its year: "Nov". */
export const utcShortMonthText = (date: Date, locale: Locale): string =>
  shortMonths[locale][date.getUTCMonth()] ?? ''

/** Formats a time to the second, and names its zone: "21 Nov 2026, 09:30:12 UTC". */
export const utcText = (date: Date, locale: Locale): string =>
  `${utcDayText(date, locale)}, ${utcSecondText(date)} UTC`

/** Formats a time of UTC where the zone is named once for all: "21 Nov, 09:30". */
export const utcMinuteText = (date: Date, locale: Locale): string =>
  `${utcShortDayText(date, locale)}, ${utcClockText(date)}`

/** Formats a time of day of UTC where the zone is named once for all: "09:30". */
export const utcClockText = (date: Date): string => minuteText(inUtc(date))

/** Formats a time of day of UTC to the second where the zone is named once for all: "09:30:12". */
export const utcSecondText = (date: Date): string => secondText(inUtc(date))

/** Formats a time in the user's zone, without the year if it is the current one: "21 Nov, 09:30". */
export const localText = (date: Date, now: Date, locale: Locale): string =>
  `${localShortDayText(date, now, locale)}, ${clockText(date)}`

/** Formats a day of the user's zone, without the year if it is the current one: "21 November", "21 November 2026". */
export function localDayInYearText(date: Date, now: Date, locale: Locale): string {
  const parts = inOwnZone(date)
  return withYear(monthDayText(parts, locale, longMonths), parts, now)
}

/** Formats a day of the user's zone in short: "21 Nov", "21 Nov 2025". */
export function localShortDayText(date: Date, now: Date, locale: Locale): string {
  const parts = inOwnZone(date)
  return withYear(monthDayText(parts, locale), parts, now)
}

/** Formats a time of day of the user's zone: "09:30". */
export const clockText = (date: Date): string => minuteText(inOwnZone(date))

/** Formats a time of day of the user's zone to the second: "09:30:12". */
export const clockSecondText = (date: Date): string => secondText(inOwnZone(date))
