import type { ReactNode } from 'react'
import { DocsFrame } from '@/components/docs/docs-frame'
import { PageMessages } from '@/components/i18n/page-messages'
import { getReference } from '@/lib/api/docs/reference'
import { getContext } from '@/lib/context'

/** The API reference, rendered from the endpoint declarations. */
const DocsLayout = ({ children }: { readonly children: ReactNode }) => (
  <PageMessages sections={['docs']}>
    <DocsFrame reference={getReference(getContext())}>{children}</DocsFrame>
  </PageMessages>
)

export default DocsLayout
