import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { MarketProvider } from '@/components/tokens/market-provider'
import { TokenIndex } from '@/components/tokens/token-index'
import { Deferred } from '@/components/ui/deferred'
import { PageColumn } from '@/components/ui/page-column'
import { getContext } from '@/lib/context'
import { listTokens } from '@/lib/tokens/list-tokens'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('tokens'))('title'),
})

/** The listed tokens and their prices. */
const TokensPage = async () => {
  const t = await getTranslations('tokens')
  const ctx = getContext()
  const tokens = await listTokens(ctx, ctx.config)
  return (
    <PageMessages sections={['tokens']}>
      <MarketProvider>
        <PageColumn holds="list">
          <div className="flex flex-wrap items-baseline justify-between gap-x-4">
            <h1 className="text-h1">{t('title')}</h1>
            <p className="text-small text-ink-2">{t('lead')}</p>
          </div>
          <Deferred>
            <TokenIndex tokens={tokens} />
          </Deferred>
        </PageColumn>
      </MarketProvider>
    </PageMessages>
  )
}

export default TokensPage
