import type { Locale } from './locale'

const formats = new Map<Locale, Intl.ListFormat>()

/** Joins words as a language does: "a, b and c". */
export function listText(words: readonly string[], locale: Locale): string {
  const format = formats.get(locale) ?? new Intl.ListFormat(locale, { type: 'conjunction' })
  formats.set(locale, format)
  return format.format(words)
}
