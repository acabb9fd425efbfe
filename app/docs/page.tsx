import type { Metadata } from 'next'
import { headers } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { DocsPage } from '@/components/docs/docs-page'
import { SigningNotes } from '@/components/docs/signing-notes'
import { PageMessages } from '@/components/i18n/page-messages'
import { affiliateTypes } from '@/lib/affiliate/affiliate-code'
import { describeReference } from '@/lib/api/reference'
import { documentedEndpoints } from '@/lib/api/registry'
import { getContext, memoized } from '@/lib/context'
import { orderDomain, orderTypes } from '@/lib/core/order'
import { cancellationsTypes, cancellationTypes } from '@/lib/orders/cancellation'

export const generateMetadata = async (): Promise<Metadata> => {
  const t = await getTranslations('docs')
  return { title: t('title'), description: t('description') }
}

const typedData = [
  { title: 'An order', types: orderTypes },
  {
    title: 'Cancellation of one order, or of several',
    types: { ...cancellationTypes, ...cancellationsTypes },
  },
  { title: 'An affiliate code', types: affiliateTypes },
]

/** The reference, rendered from the declarations that the service answers by. */
const ReferencePage = async () => {
  const ctx = getContext()
  const { settlementContract, vaultRelayerContract, affiliateName, publicUrl } = ctx.config
  const reference = memoized(ctx, 'docs:reference', () =>
    describeReference(documentedEndpoints, ctx.config),
  )
  const host = (await headers()).get('host') ?? 'localhost:3000'
  return (
    <PageMessages sections={['docs', 'ui']}>
      <DocsPage
        reference={reference}
        baseUrl={publicUrl ?? `http://${host}`}
        signing={
          <SigningNotes
            settlementContract={settlementContract}
            vaultRelayerContract={vaultRelayerContract}
            affiliateName={affiliateName}
            orderDomain={orderDomain(1, settlementContract)}
            typedData={typedData}
          />
        }
      />
    </PageMessages>
  )
}

export default ReferencePage
