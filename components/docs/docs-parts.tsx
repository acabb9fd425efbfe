import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'

type Props = { readonly id: string; readonly title: string; readonly children: ReactNode }

/** Says that a network may precede the paths of the order book. */
export const PrefixNote = () =>
  useTranslations('docs').rich('prefix', {
    code: (chunks) => <code className="font-mono text-code">{chunks}</code>,
  })

/** A part of a reference page, under a linkable heading. */
export const Part = ({ id, title, children }: Props) => (
  <section id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-4 grid-cols-1 gap-4">
    <h2 id={`${id}-title`} className="text-section">
      {title}
    </h2>
    {children}
  </section>
)

type HeadProps = {
  readonly title: ReactNode
  /** Above the title. */
  readonly breadcrumb?: ReactNode
  readonly children: ReactNode
}

/** The head of a reference page: title, description and language. */
export const DocsHead = ({ title, breadcrumb, children }: HeadProps) => {
  const t = useTranslations('docs')
  return (
    <header className="grid gap-3">
      <div className="grid gap-1">
        {breadcrumb}
        <h1 className="text-h1">{title}</h1>
      </div>
      <p className="max-w-160 text-ink-2 empty:hidden">{children}</p>
      {useLocale() === 'en' ? null : <p className="max-w-160 text-ink-2">{t('inEnglish')}</p>}
    </header>
  )
}
