import type { Metadata } from 'next'
import { Inbox } from '@/components/notifications/inbox'

export const metadata: Metadata = { title: 'Inbox' }

/** What happened to the account's orders. */
const NotificationsPage = () => (
  <div className="mx-auto grid max-w-180 gap-6">
    <h1 className="text-h1">Inbox</h1>
    <Inbox />
  </div>
)

export default NotificationsPage
