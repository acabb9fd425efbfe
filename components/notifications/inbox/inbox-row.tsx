'use client'

import { Check, ListFilter } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type RefObject, useEffect, useEffectEvent, useRef } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { faceOf } from '@/components/notifications/notification-type'
import { orderOf, subjectHref } from '@/components/notifications/subject-href'
import { ActionsMenu } from '@/components/ui/actions-menu'
import { Badge } from '@/components/ui/badge'
import { ListCell, ListLink, ListMain, ListRow } from '@/components/ui/list'
import type { MenuItem } from '@/components/ui/menu'
import { shortAddress } from '@/components/wallet/short-address'
import { notificationText } from './message-text'
import type { InboxItem } from './use-inbox'

type Props = {
  readonly item: InboxItem
  /** Marks it as read. */
  readonly onRead: () => void
  /** Called after an unread notification was visible for a second. */
  readonly onSeen: () => void
  /** Filters the list to an order; omitted if it is filtered already. */
  readonly onOrder?: (orderId: string) => void
}

/** A notification in the inbox. Unread ones have a dot, heavier type and a label. */
export const InboxRow = ({ item, onRead, onSeen, onOrder }: Props) => {
  const t = useTranslations('notifications')
  const format = useFormat()
  const account = useTranslations('account')
  const { settings } = useSettings()
  const face = faceOf(account, item)
  const order = orderOf(item)
  const isUnread = item.isRead === false
  const rowRef = useSeen<HTMLDivElement>(isUnread ? onSeen : undefined)
  const network = settings.networks.find(({ chainId }) => chainId === item.metadata.chainId)
  const subject = { type: face.label, order: order === undefined ? '' : shortAddress(order) }
  const items: readonly MenuItem[] = [
    ...(isUnread ? [{ key: 'read', label: t('row.mark'), icon: Check, onChoose: onRead }] : []),
    ...(onOrder && order !== undefined
      ? [{ key: 'only', label: t('row.only'), icon: ListFilter, onChoose: () => onOrder(order) }]
      : []),
  ]
  return (
    <ListRow ref={rowRef} data-item={item.id}>
      <ListMain
        lead={
          item.isRead === undefined ? undefined : (
            <span className="grid h-5 w-2 items-center">
              {isUnread ? (
                <span aria-hidden="true" className="size-2 rounded-full bg-primary" />
              ) : null}
            </span>
          )
        }
        title={
          <ListLink
            href={subjectHref(item)}
            onClick={() => isUnread && onRead()}
            className={isUnread ? 'font-semibold' : 'font-normal'}
          >
            {notificationText({ t: account, format }, item, 'row')}
          </ListLink>
        }
        note={
          <span className="numeric">
            <time dateTime={item.timestamp}>{format.clock(new Date(item.timestamp))}</time>
            {network ? ` · ${network.title}` : ''}
            {isUnread ? (
              <span className="font-semibold text-primary"> · {t('row.new')}</span>
            ) : null}
          </span>
        }
      />
      <ListCell on="pill">
        <Badge tone={face.tone} sign={face.sign}>
          {face.label}
        </Badge>
      </ListCell>
      <ListCell on="aside">
        {items.length === 0 ? null : (
          <span className="relative -my-2 -mr-2 flex justify-end">
            <ActionsMenu label={t('row.actions', subject)} items={items} />
          </span>
        )}
      </ListCell>
    </ListRow>
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
