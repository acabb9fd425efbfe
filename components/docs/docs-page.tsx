import { useLocale, useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { Disclosure } from '@/components/ui/disclosure'
import type { Reference } from '@/lib/api/reference'
import { AppDataNotes } from './app-data-notes'
import { docListLook } from './doc-list'
import { DocsNav, type NavGroup } from './docs-nav'
import { EndpointSection } from './endpoint-section'
import { ErrorRows } from './error-rows'
import { FieldRows } from './field-rows'
import { QuickStart } from './quick-start'

type Props = {
  readonly reference: Reference
  readonly baseUrl: string
  readonly signing: ReactNode
}

const guides: NavGroup = {
  title: 'Guides',
  links: [
    { href: '#start', label: 'Quick start', terms: 'begin' },
    { href: '#errors', label: 'Errors of any request', terms: 'status retry' },
    {
      href: '#signing',
      label: 'Signing',
      terms: 'domain types eip712 ethsign presign eip1271 uid',
    },
    { href: '#app-data-document', label: 'App data', terms: 'hooks partner fee replace metadata' },
  ],
}

/** The reference: guides, endpoints by tag, shared schemas; the navigation beside it or on top. */
export const DocsPage = ({ reference, baseUrl, signing }: Props) => {
  const t = useTranslations('docs')
  const locale = useLocale()
  const groups = navigationOf(reference)
  return (
    <div className="grid grid-cols-1 gap-8 desk:grid-cols-[15rem_minmax(0,1fr)]">
      <aside className="max-desk:hidden">
        <div className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto p-1 pr-3">
          <DocsNav groups={groups} />
        </div>
      </aside>
      <div className={`grid grid-cols-1 gap-10 ${docListLook}`}>
        <header className="grid gap-3">
          <h1 className="text-h1">{t('title')}</h1>
          <p className="max-w-160 text-ink-2">
            {t.rich('lead', {
              link: (chunks) => (
                <a href="/openapi.json" className="text-primary underline underline-offset-2">
                  {chunks}
                </a>
              ),
            })}
          </p>
          {locale === 'en' ? null : <p className="max-w-160 text-ink-2">{t('inEnglish')}</p>}
          <div className="desk:hidden">
            <Disclosure summary={t('contents')}>
              <DocsNav groups={groups} />
            </Disclosure>
          </div>
        </header>
        <div lang="en" className="grid grid-cols-1 gap-10">
          <Part id="start" title="Quick start">
            <QuickStart />
          </Part>
          <Part id="signing" title="Signing">
            {signing}
          </Part>
          <Part id="app-data-document" title="The app data document">
            <AppDataNotes />
          </Part>
          <Part id="errors" title="Errors of any request">
            <ErrorRows errors={reference.sharedErrors} />
            <p className="text-small text-ink-2">
              The order book answers <code>{'{ errorType, description }'}</code>, everything else{' '}
              <code>{'{ message }'}</code>. The codes stand for the status where there is only a
              message.
            </p>
          </Part>
          {reference.groups.map(({ tag, endpoints }) => (
            <Part key={tag} id={anchorOf(tag)} title={tag}>
              {endpoints.map((endpoint) => (
                <EndpointSection key={endpoint.name} endpoint={endpoint} baseUrl={baseUrl} />
              ))}
            </Part>
          ))}
          <Part id="schemas" title="Schemas">
            {reference.schemas.map(({ name, fields }) => (
              <section
                key={name}
                id={name}
                className="grid scroll-mt-4 gap-2 rounded-card border border-card-edge bg-surface p-4 shadow-card tab:p-6"
              >
                <h3 className="text-h3">{name}</h3>
                <FieldRows fields={fields} />
              </section>
            ))}
          </Part>
        </div>
      </div>
    </div>
  )
}

type PartProps = { readonly id: string; readonly title: string; readonly children: ReactNode }

const Part = ({ id, title, children }: PartProps) => (
  <section id={id} aria-labelledby={`${id}-title`} className="grid scroll-mt-4 grid-cols-1 gap-4">
    <h2 id={`${id}-title`} className="text-h2">
      {title}
    </h2>
    {children}
  </section>
)

function anchorOf(tag: string): string {
  return tag.toLowerCase().replaceAll(' ', '-')
}

function navigationOf({ groups, schemas }: Reference): NavGroup[] {
  const endpoints = groups.map(({ tag, endpoints }) => ({
    title: tag,
    links: endpoints.map(({ name, method, paths, summary, body }) => ({
      href: `#${name}`,
      label: `${method} ${paths[0]?.replace('/api', '')}`,
      terms: `${summary} ${name} ${paths[0]} ${body?.schema ?? ''}`,
    })),
  }))
  const shared = {
    title: 'Schemas',
    links: schemas.map(({ name }) => ({ href: `#${name}`, label: name, terms: 'schema' })),
  }
  return [guides, ...endpoints, shared]
}
