import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { PortfolioPanel } from '@/components/portfolio/portfolio-panel'
import { PageColumn } from '@/components/ui/page-column'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('portfolio'))('title'),
})

/** The connected account's balances, allowances and claims of open orders. */
const PortfolioPage = async () => {
  const t = await getTranslations('portfolio')
  return (
    <PageMessages sections={['portfolio', 'swap']}>
      <PageColumn holds="table">
        <PortfolioPanel
          title={<h1 className="flex min-h-11 items-center text-h1">{t('title')}</h1>}
        />
      </PageColumn>
    </PageMessages>
  )
}

export default PortfolioPage
