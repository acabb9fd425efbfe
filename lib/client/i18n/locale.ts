/** The languages that the pages speak, the one for everybody else first. */
export const locales = ['en', 'de'] as const

/** A language of the pages. */
export type Locale = (typeof locales)[number]

/** Each language by its own name, as its speakers look for it. */
export const localeNames: Readonly<Record<Locale, string>> = { en: 'English', de: 'Deutsch' }

/** The cookie that keeps a language chosen by hand. */
export const localeCookie = 'locale'

/** Whether a text names a language of the pages. */
export const isLocale = (text: string | undefined): text is Locale =>
  locales.some((locale) => locale === text)

type Wishes = {
  /** The cookie's value. */
  readonly chosen: string | undefined
  /** The header `Accept-Language` (RFC 9110, section 12.5.4). */
  readonly accepted: string | null
}

/** The language of an answer: the one chosen by hand, else the browser's first that we speak, else English. */
export function chooseLocale({ chosen, accepted }: Wishes): Locale {
  if (isLocale(chosen)) return chosen
  const wishes = (accepted ?? '')
    .split(',')
    .map(readWish)
    .filter(({ weight }) => weight > 0)
    .sort((a, b) => b.weight - a.weight)
  for (const { language } of wishes) {
    if (isLocale(language)) return language
    if (language === '*') break
  }
  return locales[0]
}

/** `de-AT;q=0.8` is the language `de` of weight 0.8: regions of a language share its texts. */
function readWish(text: string): { readonly language: string; readonly weight: number } {
  const [tag = '', ...parameters] = text.split(';').map((part) => part.trim().toLowerCase())
  const quality = parameters.find((part) => part.startsWith('q='))
  const weight = quality === undefined ? 1 : Number(quality.slice(2))
  return { language: tag.split('-')[0] ?? '', weight: Number.isFinite(weight) ? weight : 0 }
}
