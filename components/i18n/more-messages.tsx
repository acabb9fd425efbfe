'use client'

import { type AbstractIntlMessages, NextIntlClientProvider } from 'next-intl'
import { createContext, type ReactNode, useContext, useMemo } from 'react'
import type { Locale } from '@/lib/core/format/locale'

const Above = createContext<AbstractIntlMessages>({})

type Props = {
  readonly locale: Locale
  readonly messages: AbstractIntlMessages
  readonly children: ReactNode
}

/** Merges sections into the inherited catalogue; by itself, a provider replaces it. */
export const MoreMessages = ({ locale, messages, children }: Props) => {
  const above = useContext(Above)
  const all = useMemo(() => ({ ...above, ...messages }), [above, messages])
  return (
    <Above value={all}>
      <NextIntlClientProvider locale={locale} messages={all} timeZone="UTC">
        {children}
      </NextIntlClientProvider>
    </Above>
  )
}
