'use client'

import { useRouter } from 'next/navigation'
import { useTransition } from 'react'
import { writeCookie } from '@/lib/client/cookies'
import { localeCookie, localeNames } from '@/lib/client/i18n/locale'
import { type Locale, locales } from '@/lib/core/format/locale'

type Props = { readonly locale: Locale; readonly className: string }

/**
 * Switches the language. The server re-renders the page and React replaces the texts, so input, open dialogs and the
 * scroll position are kept.
 */
export const LanguageSwitch = ({ locale, className }: Props) => {
  const router = useRouter()
  const [isSwitching, startTransition] = useTransition()
  const change = (next: Locale) => {
    if (!navigator.onLine) return
    writeCookie(localeCookie, next)
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
