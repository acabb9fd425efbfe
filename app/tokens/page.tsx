import type { Metadata } from 'next'
import { cookies } from 'next/headers'
import { getTranslations } from 'next-intl/server'
import { SettingsProvider } from '@/components/app/settings'
import { TokenIndex } from '@/components/tokens/token-index'
import { Apart } from '@/components/ui/apart'
import { PageColumn } from '@/components/ui/page-column'
import { describeInstance } from '@/lib/api/pages'
import { networkCookie } from '@/lib/client/kept-cookie'
import { getContext } from '@/lib/context'
import { listTokens } from '@/lib/tokens/list-tokens'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('tokens'))('title'),
})

/** The listed tokens and what they are worth. */
const TokensPage = async () => {
  const t = await getTranslations('tokens')
  const ctx = getContext()
  const { config } = ctx
  const tokens = await listTokens(ctx, config)
  const keptNetwork = (await cookies()).get(networkCookie)?.value
  return (
    <SettingsProvider settings={describeInstance(config)} keptNetwork={keptNetwork}>
      <PageColumn holds="list">
        <div className="flex flex-wrap items-baseline justify-between gap-x-4">
          <h1 className="text-h1">{t('title')}</h1>
          <p className="text-small text-ink-2">{t('lead')}</p>
        </div>
        <Apart>
          <TokenIndex tokens={tokens} />
        </Apart>
      </PageColumn>
    </SettingsProvider>
  )
}

export default TokensPage
