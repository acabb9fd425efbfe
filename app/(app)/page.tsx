import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { Explanation } from '@/components/swap/form/explanation'
import { SwapPage } from '@/components/swap/form/swap-page'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('swap'))('title'),
})

/** The swap form; address parameters may name its network, tokens and amount. */
const Page = () => (
  <PageMessages sections={['swap', 'orders', 'referral', 'tokens']}>
    <SwapPage explanation={<Explanation />} />
  </PageMessages>
)

export default Page
