'use client'

import { useTranslations } from 'next-intl'
import { useShownAccount } from '@/components/account/account-provider'
import { countMark } from './count-text'
import { UnreadBadge } from './unread-badge'
import { useAccountEvents } from './use-account-events'

/** On every page that has the wallet: what is unread, and a toast when something happens to the account. */
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
