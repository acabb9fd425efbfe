import { createTranslator } from 'next-intl'
import { type Catalogue, catalogues, type Section } from '@/lib/client/i18n/catalogues'
import type { Translator } from '@/lib/client/i18n/translator'
import type { Locale } from '@/lib/core/format/locale'

/**
 * Returns the translator of a message section, as the pages use it.
 *
 * @throws {Error} from the translator if a message or one of its values is missing.
 */
export function translatorOf<S extends Section>(section: S, locale: Locale = 'en'): Translator<S> {
  return createTranslator<Catalogue, S>({
    locale,
    messages: catalogues[locale],
    namespace: section as never,
    timeZone: 'UTC',
    onError: (error) => {
      throw error
    },
  }) as Translator<S>
}
