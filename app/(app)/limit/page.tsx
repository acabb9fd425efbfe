import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { LimitPage } from '@/components/limit/limit-page'
import { Explanation } from '@/components/swap/form/explanation'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('limit'))('title'),
})

/** The limit order form; address parameters may fill it in. */
const Page = () => (
  <PageMessages sections={['swap', 'limit', 'orders', 'referral', 'tokens']}>
    <LimitPage explanation={<Explanation />} />
  </PageMessages>
)

export default Page
