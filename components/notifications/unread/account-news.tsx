'use client'

import { useTranslations } from 'next-intl'
import { useShownAccount } from '@/components/account/account-provider'
import { countMark } from './count-text'
import { UnreadBadge } from './unread-badge'
import { useAccountEvents } from './use-account-events'

/** Shows the unread count, and a toast per account event, on every page with the wallet. */
export const AccountNews = () => {
  const t = useTranslations('account')
  const { account, session } = useShownAccount()
  useAccountEvents(account)
  return (
    <UnreadBadge
      account={session ? account : undefined}
      words={t('unread', { count: countMark })}
    />
  )
}
