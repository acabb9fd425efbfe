import { type Locale, locales } from '@/lib/core/format/locale'

/** Each language's own name for itself. */
export const localeNames: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch' }

/** The cookie with the user's language. */
export const localeCookie = 'locale'

/** Returns whether a text names a language of the pages. */
export const isLocale = (text: string | undefined): text is Locale =>
  locales.some((locale) => locale === text)

type LanguagePreferences = {
  /** The cookie's value. */
  readonly chosen: string | undefined
  /** The header `Accept-Language` (RFC 9110, section 12.5.4). */
  readonly accepted: string | null
}

/** Picks the language of an answer: the user's choice, else the browser's first supported one, else English. */
export function chooseLocale({ chosen, accepted }: LanguagePreferences): Locale {
  if (isLocale(chosen)) return chosen
  const preferences = (accepted ?? '')
    .split(',')
    .map(parsePreference)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { language } of preferences) {
    if (isLocale(language)) return language
    if (language === '*') break
  }
  return locales[0]
}

/** `de-AT;q=0.8` is the language `de` with the weight 0.8: regions of a language share its texts. */
function parsePreference(text: string): { readonly language: string; readonly weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((part) => part.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return { language: tag.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 }
}
