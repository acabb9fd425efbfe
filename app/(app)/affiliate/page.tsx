import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { AffiliatePanel } from '@/components/affiliate/affiliate-panel'
import { PageMessages } from '@/components/i18n/page-messages'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('affiliate'))('title'),
})

/** Registers an affiliate code for the connected wallet, and shows its earnings. */
const AffiliatePage = () => {
  const t = useTranslations('affiliate')
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="grid gap-1">
        <h1 className="flex min-h-11 items-center text-h1">{t('title')}</h1>
        <p className="max-w-2xl text-ink-2">{t('lead')}</p>
      </div>
      <PageMessages sections={['affiliate', 'referral']}>
        <AffiliatePanel />
      </PageMessages>
    </div>
  )
}

export default AffiliatePage
