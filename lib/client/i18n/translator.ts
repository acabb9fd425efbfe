import type { _Translator } from 'next-intl'
import type { Locale } from '@/lib/core/format/locale'
import type { Catalogue, Section } from './catalogues'

declare module 'next-intl' {
  interface AppConfig {
    Locale: Locale
    Messages: Catalogue
  }
}

/**
 * Returns a section's texts by name, like `useTranslations` and `getTranslations`. Pure functions that produce texts
 * take it as their first argument.
 */
export type Translator<S extends Section> = _Translator<Catalogue, S>
