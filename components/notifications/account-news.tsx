'use client'

import { useShownAccount } from '@/components/account/account-provider'
import { UnreadBadge } from './unread-badge'
import { useAccountEvents } from './use-account-events'

/** On every page: what is unread, and a toast when something happens to the account. */
export const AccountNews = () => {
  const { account } = useShownAccount()
  useAccountEvents(account)
  return <UnreadBadge />
}
