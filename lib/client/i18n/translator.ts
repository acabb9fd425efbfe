import type { _Translator } from 'next-intl'
import type { Catalogue, Section } from './catalogues'
import type { Locale } from './locale'

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Catalogue
  }
}

/**
 * Gives the texts of a section by their names, as `useTranslations` and `getTranslations` do. Pure functions from a
 * state to words take it as their first argument.
 */
export type Translator<S extends Section> = _Translator<Catalogue, S>
