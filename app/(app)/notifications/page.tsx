import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { NotificationsPanel } from '@/components/notifications/notifications-panel'
import { PageColumn } from '@/components/ui/page-column'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('notifications'))('title'),
})

/** The account's notifications and channels. */
const NotificationsPage = () => {
  const t = useTranslations('notifications')
  return (
    <PageColumn holds="table">
      <PageMessages sections={['notifications', 'alerts', 'docs']}>
        <NotificationsPanel title={<h1 className="text-h1">{t('title')}</h1>} />
      </PageMessages>
    </PageColumn>
  )
}

export default NotificationsPage
