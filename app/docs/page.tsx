import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { DocsIndex } from '@/components/docs/docs-index'
import { SigningNotes } from '@/components/docs/signing-notes'
import { affiliateTypes } from '@/lib/affiliate/registration/affiliate-code'
import { getReference } from '@/lib/api/docs/reference'
import { getContext } from '@/lib/context'
import { cancellationsTypes, cancellationTypes, orderDomain, orderTypes } from '@/lib/core/order'
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

const DocsPage = () => {
  const ctx = getContext()
  const { settlementContract, vaultRelayerContract, affiliateName } = ctx.config
  return (
    <DocsIndex
      reference={getReference(ctx)}
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
  )
}

export default DocsPage
