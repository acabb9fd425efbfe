import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

type Props = { readonly title: ReactNode; readonly children: ReactNode }

/** The head of a reference page: title, description and language. */
export const DocsHead = ({ title, children }: Props) => {
  const t = useTranslations('docs')
  return (
    <header className="grid gap-3">
      <h1 className="text-h1">{title}</h1>
      <p className="max-w-160 text-ink-2">{children}</p>
      {useLocale() === 'en' ? null : <p className="max-w-160 text-ink-2">{t('inEnglish')}</p>}
    </header>
  )
}
