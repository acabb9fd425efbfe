import type { Locale } from './locale'

/**
 * English numbers are American ("1,234.5") and its dates British ("21 Nov 2026"), so that no day is mistaken for a
 * month.
 */
const numberTags: Readonly<Record<Locale, string>> = { en: 'en-US', de: 'de-DE' }
const dateTags: Readonly<Record<Locale, string>> = { en: 'en-GB', de: 'de-DE' }

/** Creating one costs more than a hundred uses, and the pages need few kinds. */
const formats = new Map<string, unknown>()

function cached<T>(key: string, create: () => T): T {
  const value = (formats.get(key) as T | undefined) ?? create()
  formats.set(key, value)
  return value
}

/** Returns a language's number format, cached by options. */
export function numberFormat(
  locale: Locale,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const create = () => new Intl.NumberFormat(numberTags[locale], options)
  return cached(`number ${locale} ${JSON.stringify(options)}`, create)
}

/** Returns a language's date format, cached by options. */
export function dateFormat(
  locale: Locale,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const create = () => new Intl.DateTimeFormat(dateTags[locale], options)
  return cached(`date ${locale} ${JSON.stringify(options)}`, create)
}

/** Returns a language's relative time format. */
export function relativeFormat(locale: Locale): Intl.RelativeTimeFormat {
  const create = () => new Intl.RelativeTimeFormat(dateTags[locale], { numeric: 'auto' })
  return cached(`relative ${locale}`, create)
}

/** Returns a language's list format. */
export function listFormat(locale: Locale): Intl.ListFormat {
  const create = () => new Intl.ListFormat(locale, { type: 'conjunction' })
  return cached(`list ${locale}`, create)
}
