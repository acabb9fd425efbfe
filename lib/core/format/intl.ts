import type { Locale } from './locale'

/**
 * English numbers are American ("1,234.5") and its dates British ("21 Nov 2026"), so that no day is mistaken for a
 * month.
 */
const numberTags: Readonly<Record<Locale, string>> = { en: 'en-US', de: 'de-DE' }
const dateTags: Readonly<Record<Locale, string>> = { en: 'en-GB', de: 'de-DE' }

/** Creating one costs more than a hundred uses, and few kinds are needed. */
const formats = new Map<string, unknown>()

function cached<T>(key: string, create: () => T): T {
  const value = (formats.get(key) as T | undefined) ?? create()
  formats.set(key, value)
  return value
}

/** The options of {@link writeNumber}; a style, a number of digits and a sign. */
export type NumberOptions = Intl.NumberFormatOptions & {
  readonly roundingMode?: 'floor' | 'ceil'
}

/** Writes a number in a language. A negative one has the minus sign U+2212, as wide as the plus sign. */
export function writeNumber(
  locale: Locale,
  value: number | bigint,
  options: NumberOptions = {},
): string {
  const create = () =>
    new Intl.NumberFormat(numberTags[locale], options as Intl.NumberFormatOptions)
  const { format } = cached(`number ${locale} ${JSON.stringify(options)}`, create)
  return format(value).replace('-', '−')
}

/** Writes a date or a time in a language, with 24 hours. */
export function writeDate(
  locale: Locale,
  date: Date | number,
  options: Intl.DateTimeFormatOptions,
): string {
  const create = () => new Intl.DateTimeFormat(dateTags[locale], { ...options, hourCycle: 'h23' })
  return cached(`date ${locale} ${JSON.stringify(options)}`, create).format(date)
}

/** Joins words as a language does: "a, b and c". */
export function writeList(locale: Locale, words: readonly string[]): string {
  const create = () => new Intl.ListFormat(locale, { type: 'conjunction' })
  return cached(`list ${locale}`, create).format(words)
}
