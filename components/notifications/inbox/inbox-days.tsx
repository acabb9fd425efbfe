'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useRef } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { List, ListGroup } from '@/components/ui/list'
import { groupByDay } from './group-by-day'
import { InboxRow } from './inbox-row'
import type { InboxItem } from './use-inbox'

type Props = {
  readonly items: readonly InboxItem[]
  readonly onRead: (item: InboxItem) => void
  /** Called for each unread notification that was visible for a second. */
  readonly onSeen: (item: InboxItem) => void
  /** Omitted while the list is filtered to one order. */
  readonly onOrder?: (orderId: string) => void
}

/** Notifications by day. Besides the keys of a list, M marks the row with the focus as read. */
export const InboxDays = ({ items, onRead, onSeen, onOrder }: Props) => {
  const t = useTranslations('notifications')
  const format = useFormat()
  const listRef = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'm' || event.ctrlKey || event.metaKey || event.altKey) return
    const row = document.activeElement?.closest<HTMLElement>('[data-row]')
    const item = items.find(({ id }) => id === row?.dataset.item)
    if (!item || !listRef.current?.contains(row ?? null)) return
    event.preventDefault()
    // The menu may disappear when the row is marked, so the focus is moved.
    row?.querySelector<HTMLElement>('[data-open]')?.focus()
    if (item.isRead === false) onRead(item)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only a shortcut for the button of the row.
    <div ref={listRef} onKeyDown={onKeyDown}>
      <List label={t('panel.label')} template="tab:[--columns:minmax(0,1fr)_8rem_2.75rem]">
        {groupByDay({ t, format }, items, new Date()).map((day) => (
          <ListGroup key={day.label} label={day.label}>
            {day.items.map((item) => (
              <InboxRow
                key={item.id}
                item={item}
                onRead={() => onRead(item)}
                onSeen={() => onSeen(item)}
                {...(onOrder && { onOrder })}
              />
            ))}
          </ListGroup>
        ))}
      </List>
    </div>
  )
}
