'use client'

import { useTranslations } from 'next-intl'
import { type KeyboardEvent, useRef } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { rowAfterKey } from '@/components/ui/row-keys'
import { groupByDay } from './group-by-day'
import { InboxRow } from './inbox-row'
import type { InboxItem } from './use-inbox'

type Props = {
  readonly items: readonly InboxItem[]
  readonly onRead: (item: InboxItem) => void
  /** Called for each unread notification that was visible for a second. */
  readonly onSeen: (item: InboxItem) => void
  /** Omitted while the list is filtered to one order. */
  readonly onOrder?: (item: InboxItem) => void
}

/**
 * Notifications by day. While a row has the focus, the arrow keys or J and K move the focus, Enter opens the row and M
 * marks it as read.
 */
export const InboxDays = ({ items, onRead, onSeen, onOrder }: Props) => {
  const t = useTranslations('notifications')
  const format = useFormat()
  const listRef = useRef<HTMLDivElement>(null)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    const rows = [...(listRef.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])]
    const focused = document.activeElement?.closest('li')
    const index = rows.findIndex((row) => focused?.contains(row))
    const next = rowAfterKey({ index, count: rows.length }, event.key)
    const item = items.find(({ id }) => id === rows[index]?.dataset.row)
    if (next !== undefined) rows[next]?.focus()
    else if (event.key === 'm' && item) markRow(item, rows[index])
    else return
    event.preventDefault()
  }
  // The button disappears when the row is marked, so the focus is moved.
  const markRow = (item: InboxItem, row: HTMLElement | undefined) => {
    row?.focus()
    if (item.isRead === false) onRead(item)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only moves the focus among the links in it.
    <div ref={listRef} onKeyDown={onKeyDown} className="grid gap-8">
      {groupByDay({ t, format }, items, new Date()).map((day) => (
        <section key={day.label} aria-label={day.label} className="grid grid-cols-1 gap-2">
          <h2 className="text-small font-medium text-ink-2">{day.label}</h2>
          <ul className="grid grid-cols-1 overflow-hidden rounded-card border border-line bg-surface">
            {day.items.map((item) => (
              <InboxRow
                key={item.id}
                item={item}
                onRead={() => onRead(item)}
                onSeen={() => onSeen(item)}
                {...(onOrder && { onOrder: () => onOrder(item) })}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}
