'use client'

import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { toastError } from '@/components/ui/toast'
import { markInbox } from '@/lib/client/inbox'
import type { Address } from '@/lib/core/address'
import { type InboxList, patchInbox, refreshInbox, setUnread } from './use-inbox'

/** Marks notifications and announcements of a signed-in account as read. */
export function useMarkRead(account: Address) {
  const t = useTranslations('notifications')
  const queries = useQueryClient()
  const failed = () => {
    toastError({
      title: t('mark.failed'),
      description: t('mark.silent'),
    })
    refreshInbox(queries, account)
  }

  const some = useMutation({
    mutationFn: (ids: readonly string[]) => markInbox(account, { ids }),
    onMutate: (ids) => patchInbox(queries, account, withRead(ids)),
    onSuccess: (count) => setUnread(queries, account, count),
    onError: failed,
  })
  const announcement = useMutation({
    mutationFn: (id: string) => markInbox(account, { announcementIds: [id] }),
    onMutate: (id) => patchInbox(queries, account, withoutAnnouncement(id)),
    onError: failed,
  })
  const all = useMutation({
    mutationFn: (upTo: string) => markInbox(account, { upTo }),
    onSuccess: (count) => {
      setUnread(queries, account, count)
      refreshInbox(queries, account)
    },
    onError: failed,
  })
  const undo = useMutation({
    mutationFn: (marking: string) => markInbox(account, { undo: marking }),
    onSuccess: () => {
      all.reset()
      refreshInbox(queries, account)
    },
    onError: failed,
  })
  return { some, announcement, all, undo }
}

const withRead =
  (ids: readonly string[]) =>
  (page: InboxList): InboxList => ({
    ...page,
    items: page.items.map((item) => (ids.includes(item.id) ? { ...item, isRead: true } : item)),
  })

const withoutAnnouncement =
  (id: string) =>
  (page: InboxList): InboxList => ({
    ...page,
    announcements: page.announcements.map((each) =>
      each.id === id ? { ...each, isRead: true } : each,
    ),
  })
