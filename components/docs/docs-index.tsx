import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { appDataGuideDocument, appDataMembers, refusedAppData } from '@/lib/api/docs/app-data-guide'
import type { Reference } from '@/lib/api/docs/reference'
import { breakablePath } from './breakable-path'
import { CodeBlock } from './code-block'
import { DocItem } from './doc-list'
import { DocsHead, Part, PrefixNote } from './docs-parts'
import { endpointLabel } from './endpoint-label'
import { ErrorRows } from './field-rows'
import { MovedAnchor } from './moved-anchor'
import { ReferenceLink } from './reference-link'

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
        })}{' '}
        <PrefixNote />
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
        <Part id="app-data-document" title="App data document">
          <AppDataNotes />
        </Part>
        <Part id="errors" title="Common errors">
          <ErrorRows errors={reference.sharedErrors} />
          <p className="text-small text-ink-2">
            The order book responds with <code>{'{ errorType, description }'}</code>, all other
            paths with <code>{'{ message }'}</code>. Without an error type, each code stands for its
            status.
          </p>
        </Part>
      </div>
    </>
  )
}

type SectionProps = { readonly section: Reference['sections'][number] }

/** Lists the contents of a section, each with a link. */
const SectionLinks = ({ section: { slug, title, endpoints, schemas } }: SectionProps) => (
  <section className="grid grid-cols-1 gap-2 rounded-panel border border-card-edge bg-surface p-4 tab:p-6">
    <h3 className="text-row">
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
              className="inline-flex min-h-6 items-center max-tab:-my-2.5 max-tab:min-h-11 max-sm:mb-0 max-sm:items-end"
            >
              <span>{breakablePath(endpointLabel(endpoint))}</span>
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

/** Describes the app data document: its fields and their effects. */
const AppDataNotes = () => (
  <div className="grid grid-cols-1 gap-4">
    <p className="max-w-160">
      A JSON object of at most 8192 bytes that an order refers to by its hash. Send it as text in{' '}
      <code>appData</code> of quote and order, or{' '}
      <ReferenceLink name="uploadAppData">upload it</ReferenceLink> before and send the hash. These
      members of its <code>metadata</code> have an effect; all others, such as <code>utm</code>, are
      stored as they are.
    </p>
    <p className="max-w-160">{refusedAppData}</p>
    <dl>
      {appDataMembers.map(({ name, shape, effect }) => (
        <DocItem
          key={name}
          name={
            <>
              {name}
              <small>{shape}</small>
            </>
          }
        >
          {effect}
        </DocItem>
      ))}
    </dl>
    <CodeBlock title="Example document" text={JSON.stringify(appDataGuideDocument, null, 2)} />
  </div>
)

const Step = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <li className="grid content-start gap-1">
    <h3 className="text-row">{title}</h3>
    <div className="text-small text-ink-2">{children}</div>
  </li>
)

/** A guide from a quote to a settled order in five steps, with help for rejected orders. */
const QuickStart = () => (
  <ol className="grid gap-x-8 gap-y-5 tab:grid-cols-2">
    <Step title="1. Get a quote">
      <ReferenceLink name="createQuote">POST a quote request</ReferenceLink>: tokens, amount,
      trader. The response holds the amounts and the fee.
    </Step>
    <Step title="2. Set the amounts to sign">
      Add the quoted fee to the sell amount, set <code>feeAmount</code> to 0, and allow for slippage
      on the amount that is not exact.
    </Step>
    <Step title="3. Sign">
      Approve the vault relayer once, then{' '}
      <a href="#signing" className="text-primary underline underline-offset-2">
        sign the order
      </a>{' '}
      with its domain.
    </Step>
    <Step title="4. Submit">
      <ReferenceLink name="createOrder">POST the order</ReferenceLink> with its signature. The
      response is the order’s UID; submitting twice is safe.
    </Step>
    <Step title="5. Track the order">
      <ReferenceLink name="readOrder">Read the order</ReferenceLink> until its status is no longer{' '}
      <code>open</code>, then its <ReferenceLink name="listTradesByPage">trades</ReferenceLink> and
      the <ReferenceLink name="readLatestCompetitionV2">competition</ReferenceLink> that settled it.
    </Step>
    <Step title="If a request fails">
      Order book errors have <code>errorType</code> and <code>description</code>; all others have{' '}
      <code>message</code>. Retry 429 and 500 after <code>Retry-After</code> seconds; for any other
      error, change the request.
    </Step>
  </ol>
)
