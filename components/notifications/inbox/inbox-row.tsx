'use client'

import { Check, ListFilter } from 'lucide-react'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { faceOf } from '@/components/notifications/notification-type'
import { orderHref } from '@/components/notifications/order-href'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { IconButton } from '@/components/ui/icon-button'
import { shortAddress } from '@/components/wallet/short-address'
import { messageText } from './message-text'
import type { InboxItem } from './use-inbox'

type Props = {
  readonly item: InboxItem
  /** Marks it as read. */
  readonly onRead: () => void
  /** Called after an unread notification was visible for a second. */
  readonly onSeen: () => void
  /** Filters the list to the same order; omitted if it is filtered already. */
  readonly onOrder?: () => void
}

/** A notification in the inbox. Unread ones have a bar at the edge, bold type and a label. */
export const InboxRow = ({ item, onRead, onSeen, onOrder }: Props) => {
  const t = useTranslations('notifications')
  const format = useFormat()
  const account = useTranslations('account')
  const face = faceOf(account, item)
  const order = shortAddress(item.metadata.orderId)
  const isUnread = item.isRead === false
  const rowRef = useSeen<HTMLLIElement>(isUnread ? onSeen : undefined)
  return (
    <li ref={rowRef} className="relative flex items-stretch border-b border-line last:border-b-0">
      {isUnread ? (
        <span aria-hidden="true" className="absolute inset-y-0 left-0 w-[3px] bg-citron" />
      ) : null}
      <Link
        href={orderHref(item)}
        data-row={item.id}
        onClick={() => isUnread && onRead()}
        className="flex min-w-0 flex-1 flex-wrap items-center gap-x-4 gap-y-1 py-4 pr-2 pl-5 -outline-offset-4 hover:bg-sunken focus-visible:-outline-offset-4"
      >
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
        <span className="numeric ml-auto flex gap-2 text-label text-ink-2">
          {isUnread ? <span className="font-semibold text-surplus">{t('row.new')}</span> : null}
          <time dateTime={item.timestamp}>{format.clock(new Date(item.timestamp))}</time>
        </span>
      </Link>
      <span className="flex flex-col items-center justify-center tab:flex-row tab:pr-1">
        {isUnread ? (
          <IconButton
            label={t('row.mark', { type: face.label, order })}
            data-mark={item.id}
            onClick={onRead}
          >
            <Check aria-hidden="true" className="size-4" />
          </IconButton>
        ) : null}
        {onOrder ? (
          <IconButton label={t('row.only', { order })} onClick={onOrder}>
            <ListFilter aria-hidden="true" className="size-4" />
          </IconButton>
        ) : null}
      </span>
    </li>
  )
}

/** Milliseconds of visibility after which an element counts as seen. */
const seenMs = 1_000

/**
 * Calls back once after an element was visible for a second in a focused page; without a callback it is not observed.
 */
function useSeen<T extends Element>(onSeen: (() => void) | undefined): RefObject<T | null> {
  const ref = useRef<T>(null)
  const isWatched = onSeen !== undefined
  const report = useEffectEvent(() => onSeen?.())
  useEffect(() => {
    const element = ref.current
    if (!element || !isWatched) return
    let timer: ReturnType<typeof setTimeout>
    const wait = () => {
      timer = setTimeout(() => (document.hidden ? wait() : report()), seenMs)
    }
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer)
        if (entries.at(-1)?.isIntersecting) wait()
      },
      { threshold: 0.6 },
    )
    observer.observe(element)
    return () => {
      clearTimeout(timer)
      observer.disconnect()
    }
  }, [isWatched])
  return ref
}
