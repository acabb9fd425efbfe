/** The languages of texts for people, the default first. */
export const locales = ['en', 'de'] as const

/** A language of texts for people. */
export type Locale = (typeof locales)[number]
