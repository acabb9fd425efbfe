import type { Metadata } from 'next'
import { useTranslations } from 'next-intl'
import { getTranslations } from 'next-intl/server'
import { PageMessages } from '@/components/i18n/page-messages'
import { NotificationsPanel } from '@/components/notifications/notifications-panel'

export const generateMetadata = async (): Promise<Metadata> => ({
  title: (await getTranslations('notifications'))('title'),
})

/** What happened to the account's orders, and where it is sent. */
const NotificationsPage = () => {
  const t = useTranslations('notifications')
  return (
    <div className="mx-auto grid w-full max-w-180 grid-cols-1 gap-6">
      <h1 className="text-h1">{t('title')}</h1>
      <PageMessages sections={['notifications', 'docs']}>
        <NotificationsPanel />
      </PageMessages>
    </div>
  )
}

export default NotificationsPage
