'use client'

import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from 'next/navigation'
import { useTranslations } from 'next-intl'
import { useEffect } from 'react'
import { useShownAccount } from '@/components/account/account-provider'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { notificationText } from '@/components/notifications/inbox/message-text'
import { catchUpInbox, refreshInbox } from '@/components/notifications/inbox/use-inbox'
import { faceOf } from '@/components/notifications/notification-type'
import { subjectHref } from '@/components/notifications/subject-href'
import { toastInfo } from '@/components/ui/toast'
import { followAccount } from '@/lib/client/account-stream'
import type { NotificationView } from '@/lib/client/api'
import { isAnnounced } from '@/lib/client/orders/own-cancellations'
import type { Address } from '@/lib/core/address'
import { countMark } from './count-text'
import { createSeenSet } from './seen-notifications'
import { UnreadBadge } from './unread-badge'

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

/** Subscribes to account events: shows a toast for each, and refetches the inbox. */
function useAccountEvents(account: Address | undefined): void {
  const t = useTranslations('account')
  const format = useFormat()
  const { network } = useSettings()
  const queries = useQueryClient()
  const router = useRouter()
  useEffect(() => {
    if (account === undefined) return
    const seen = createSeenSet()
    const show = (notification: NotificationView) => {
      const { id } = notification
      const open = () => router.push(subjectHref(notification))
      // A hidden tab leaves the toast to the visible one, and an action's own toast is enough.
      if (document.hidden || isAnnounced(notification)) return
      toastInfo({
        ...{ id, title: faceOf(t, notification).label },
        description: notificationText({ t, format }, notification),
        action: { label: t('view'), onClick: open },
      })
    }
    return followAccount(
      { network: network.name, account },
      {
        onStart: (newest) => {
          seen.begin(newest)
          catchUpInbox(queries, account, newest)
        },
        onNotification: (notification) => {
          if (seen.isNews(notification)) show(notification)
          refreshInbox(queries, account)
        },
      },
    )
  }, [account, network.name, queries, router, t, format])
}
