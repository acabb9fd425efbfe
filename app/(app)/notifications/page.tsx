import type { Metadata } from 'next'
import { NotificationsPanel } from '@/components/notifications/notifications-panel'

export const metadata: Metadata = { title: 'Inbox' }

/** What happened to the account's orders, and where it is sent. */
const NotificationsPage = () => (
  <div className="mx-auto grid w-full max-w-180 grid-cols-1 gap-6">
    <h1 className="text-h1">Inbox</h1>
    <NotificationsPanel />
  </div>
)

export default NotificationsPage
