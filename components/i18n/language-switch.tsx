'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { type Locale, localeCookie, localeNames, locales } from '@/lib/client/i18n/locale'

const yearSeconds = 31_536_000

type Props = { readonly locale: Locale; readonly className: string }

/**
 * Shows the page in another language. The server renders it anew and React exchanges the words: nothing that is typed,
 * open or scrolled to is lost.
 */
export const LanguageSwitch = ({ locale, className }: Props) => {
  const router = useRouter()
  const [isSwitching, startTransition] = useTransition()
  const change = (next: Locale) => {
    // biome-ignore lint/suspicious/noDocumentCookie: Cookie Store is not in every browser that we support.
    document.cookie = `${localeCookie}=${next}; path=/; max-age=${yearSeconds}; samesite=lax`
    startTransition(() => router.refresh())
  }
  return locales
    .filter((other) => other !== locale)
    .map((other) => (
      <button
        key={other}
        type="button"
        lang={other}
        disabled={isSwitching}
        onClick={() => change(other)}
        className={className}
      >
        {localeNames[other]}
      </button>
    ))
}
