'use client'

import { Check, ListFilter } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { IconButton } from '@/components/ui/icon-button'
import { messageText } from './message-text'
import { faceOf } from './notification-type'
import { orderHref } from './order-href'
import type { InboxItem } from './use-inbox'

type Props = {
  readonly item: InboxItem
  /** Marks it as read. */
  readonly onRead: () => void
  /** Lists only what is about the same order; left out while that is so. */
  readonly onOrder?: () => void
}

/** A notification in the inbox; unread ones have a dot, bold type and a word for screen readers. */
export const InboxRow = ({ item, onRead, onOrder }: Props) => {
  const t = useTranslations('notifications')
  const format = useFormat()
  const account = useTranslations('account')
  const face = faceOf(account, item)
  const isUnread = item.isRead === false
  return (
    <li className="flex items-stretch border-b border-line last:border-b-0">
      <Link
        href={orderHref(item)}
        data-row={item.id}
        onClick={() => isUnread && onRead()}
        className="relative flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 py-4 pr-2 pl-7 -outline-offset-4 hover:bg-sunken focus-visible:-outline-offset-4"
      >
        {isUnread ? (
          <>
            <span
              aria-hidden="true"
              className="absolute top-6 left-2.5 size-2.5 rounded-full bg-primary"
            />
            <span className="sr-only">{t('row.unread')}</span>
          </>
        ) : null}
        <span className="flex tab:min-w-28">
          <Badge tone={face.tone}>{face.label}</Badge>
        </span>
        <span
          className={classNames(
            'order-2 min-w-0 basis-full wrap-anywhere tab:order-none tab:flex-1 tab:basis-0',
            isUnread && 'font-semibold',
          )}
        >
          {messageText({ t: account, format }, item.message)}
        </span>
        <time dateTime={item.timestamp} className="numeric ml-auto text-label text-ink-2">
          {format.date(new Date(item.timestamp), { hour: '2-digit', minute: '2-digit' })}
        </time>
      </Link>
      <span className="flex flex-col items-center justify-center tab:flex-row tab:pr-1">
        {isUnread ? (
          <IconButton label={t('row.mark')} data-mark={item.id} onClick={onRead}>
            <Check aria-hidden="true" className="size-4" />
          </IconButton>
        ) : null}
        {onOrder ? (
          <IconButton label={t('row.only')} onClick={onOrder}>
            <ListFilter aria-hidden="true" className="size-4" />
          </IconButton>
        ) : null}
      </span>
    </li>
  )
}
