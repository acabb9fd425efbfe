import type { ReactNode } from 'react'
import { placesOf, type Reference } from '@/lib/api/docs/reference'
import { docListLook } from './doc-list'
import { DocsNav, FoldedDocsNav, type NavGroup } from './docs-nav'
import { endpointLabel } from './endpoint-label'
import { ReferencePlaces } from './reference-link'

type Props = { readonly reference: Reference; readonly children: ReactNode }

/** The layout of the reference pages: navigation beside the content, or above it. */
export const DocsFrame = ({ reference, children }: Props) => {
  const groups = [guides, ...reference.sections.map(groupOf)]
  return (
    <ReferencePlaces places={placesOf(reference)}>
      <div className="grid grid-cols-1 gap-8 desk:grid-cols-[15rem_minmax(0,1fr)]">
        <aside className="max-desk:hidden">
          <div className="sticky top-4 -ml-1 max-h-[calc(100dvh-2rem)] overflow-y-auto p-1 pr-3">
            <DocsNav groups={groups} />
          </div>
        </aside>
        <div className={`grid grid-cols-1 content-start gap-8 ${docListLook}`}>
          <div className="desk:hidden">
            <FoldedDocsNav groups={groups} />
          </div>
          {children}
        </div>
      </div>
    </ReferencePlaces>
  )
}

const guides: NavGroup = {
  slug: null,
  title: 'Guides',
  links: [
    { name: 'start', label: 'Quick start', terms: 'begin' },
    { name: 'endpoints', label: 'All endpoints', terms: 'index schemas' },
    { name: 'signing', label: 'Signing', terms: 'domain types eip712 ethsign presign eip1271 uid' },
    {
      name: 'app-data-document',
      label: 'App data',
      terms: 'hooks partner fee replace metadata document',
    },
    { name: 'errors', label: 'Common errors', terms: 'status retry any request' },
  ],
}

/** Search words of common endpoints that their summaries do not contain. */
const commonWords: Readonly<Record<string, string>> = {
  createAffiliate: 'register registration sign up signup create',
  readAffiliateCode: 'check available',
  createOrder: 'place submit swap trade buy sell',
  createQuote: 'price estimate swap',
  deleteOrders: 'cancel',
  deleteOrder: 'cancel',
  readNonce: 'sign in login',
  addSubscription: 'create webhook channel notification',
}

function groupOf({ slug, title, endpoints, schemas }: Reference['sections'][number]): NavGroup {
  const ofEndpoints = endpoints.map((endpoint) => {
    const { name, summary, body } = endpoint
    const terms = [
      summary,
      body?.schema,
      commonWords[name],
      slug === 'affiliate' && 'referral reward',
    ]
    return { name, label: endpointLabel(endpoint), terms: terms.filter(Boolean).join(' ') }
  })
  const ofSchemas = schemas.map(({ name }) => ({ name, label: name, terms: 'schema' }))
  return { slug, title, links: [...ofEndpoints, ...ofSchemas] }
}
