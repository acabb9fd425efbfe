import { getLocale, getMessages } from 'next-intl/server'
import type { ReactNode } from 'react'
import type { Section } from '@/lib/client/i18n/catalogues'
import { MoreMessages } from './more-messages'

type Props = {
  /** Sections used by the client components below, in addition to those of a parent PageMessages. */
  readonly sections: readonly Section[]
  readonly children: ReactNode
}

/** Sends sections of the catalogue to the browser, for the client components of a page or layout. */
export const PageMessages = async ({ sections, children }: Props) => {
  const [locale, messages] = await Promise.all([getLocale(), getMessages()])
  const chosen = Object.fromEntries(sections.map((section) => [section, messages[section]]))
  return (
    <MoreMessages locale={locale} messages={chosen}>
      {children}
    </MoreMessages>
  )
}
