import type { Locale } from './locale'

/**
 * English numbers are American ("1,234.5") and its dates British ("21 Nov 2026"), so that no day is mistaken for a
 * month.
 */
const numberTags: Readonly<Record<Locale, string>> = { en: 'en-US', de: 'de-DE' }
const dateTags: Readonly<Record<Locale, string>> = { en: 'en-GB', de: 'de-DE' }

/** Creating one costs more than a hundred uses, and the pages need few kinds. */
const kept = new Map<string, unknown>()

function keep<T>(key: string, create: () => T): T {
  const value = (kept.get(key) as T | undefined) ?? create()
  kept.set(key, value)
  return value
}

/** Returns a language's number format, cached by options. */
export function numberFormat(
  locale: Locale,
  options: Intl.NumberFormatOptions = {},
): Intl.NumberFormat {
  const create = () => new Intl.NumberFormat(numberTags[locale], options)
  return keep(`number ${locale} ${JSON.stringify(options)}`, create)
}

/** Returns a language's date format, cached by options. */
export function dateFormat(
  locale: Locale,
  options: Intl.DateTimeFormatOptions,
): Intl.DateTimeFormat {
  const create = () => new Intl.DateTimeFormat(dateTags[locale], options)
  return keep(`date ${locale} ${JSON.stringify(options)}`, create)
}

/** Returns a language's relative time format. */
export function relativeFormat(locale: Locale): Intl.RelativeTimeFormat {
  const create = () => new Intl.RelativeTimeFormat(dateTags[locale], { numeric: 'auto' })
  return keep(`relative ${locale}`, create)
}

/** Returns a language's list format. */
export function listFormat(locale: Locale): Intl.ListFormat {
  const create = () => new Intl.ListFormat(locale, { type: 'conjunction' })
  return keep(`list ${locale}`, create)
}
