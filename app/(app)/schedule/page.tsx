import type { Metadata } from 'next'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { ScheduleExplanation } from '@/components/schedule/schedule-explanation'
import { SchedulePage } from '@/components/schedule/schedule-page'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('schedule'))('title'),
})

/** The form of scheduled orders; address parameters may fill it in. */
const Page = () => (
  <PageMessages sections={['swap', 'limit', 'schedule', 'orders', 'referral', 'tokens']}>
    <SchedulePage explanation={<ScheduleExplanation />} />
  </PageMessages>
)

export default Page
