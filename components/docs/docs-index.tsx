import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import type { Reference } from '@/lib/api/docs/reference'
import { AppDataNotes } from './app-data-notes'
import { DocItem } from './doc-list'
import { DocsHead } from './docs-head'
import { endpointLabel } from './endpoint-label'
import { ErrorRows } from './error-rows'
import { MovedAnchor } from './moved-anchor'
import { Part } from './part'
import { QuickStart } from './quick-start'

type Props = { readonly reference: Reference; readonly signing: ReactNode }

/** The start page of the reference: guides, and an index of all sections. */
export const DocsIndex = ({ reference, signing }: Props) => {
  const t = useTranslations('docs')
  return (
    <>
      <MovedAnchor />
      <DocsHead title={t('title')}>
        {t.rich('lead', {
          link: (chunks) => (
            <a href="/openapi.json" className="text-primary underline underline-offset-2">
              {chunks}
            </a>
          ),
        })}
      </DocsHead>
      <div lang="en" className="grid grid-cols-1 gap-10">
        <Part id="start" title="Quick start">
          <QuickStart />
        </Part>
        <Part id="endpoints" title="All endpoints">
          {reference.sections.map((section) => (
            <SectionLinks key={section.slug} section={section} />
          ))}
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
      </div>
    </>
  )
}

type SectionProps = { readonly section: Reference['sections'][number] }

/** Lists the contents of a section, each with a link. */
const SectionLinks = ({ section: { slug, title, endpoints, schemas } }: SectionProps) => (
  <section className="grid grid-cols-1 gap-2 rounded-card border border-card-edge bg-surface p-4 shadow-card tab:p-6">
    <h3 className="text-h3">
      <a
        id={slug}
        href={`/docs/${slug}`}
        className="inline-flex min-h-6 max-tab:min-h-11 items-center hover:underline"
      >
        {title}
      </a>
    </h3>
    <dl>
      {endpoints.map((endpoint) => (
        <DocItem
          key={endpoint.name}
          name={
            <a
              id={endpoint.name}
              href={`/docs/${slug}#${endpoint.name}`}
              className="inline-flex min-h-6 max-tab:min-h-11 items-center"
            >
              {endpointLabel(endpoint)}
            </a>
          }
        >
          {endpoint.summary}
        </DocItem>
      ))}
    </dl>
    {schemas.length === 0 ? null : (
      <p className="flex flex-wrap gap-x-4 text-small text-ink-2 [&_a]:inline-flex [&_a]:min-h-7 max-tab:[&_a]:min-h-11 max-tab:[&_a]:min-w-11 [&_a]:items-center [&_a]:underline [&_a]:underline-offset-2">
        {schemas.map(({ name }) => (
          <a key={name} id={name} href={`/docs/${slug}#${name}`}>
            {name}
          </a>
        ))}
      </p>
    )}
  </section>
)
