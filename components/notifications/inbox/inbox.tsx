'use client'

import { CheckCheck } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { type ReactNode, useCallback, useEffect, useMemo, useRef } from 'react'
import { MorePages } from '@/components/affiliate/more-pages'
import { useSettings } from '@/components/app/settings'
import { useSearchState } from '@/components/app/use-search-state'
import {
  Announcements,
  PublicAnnouncements,
} from '@/components/notifications/announcements/announcements'
import { countText, type UnreadCount } from '@/components/notifications/unread/count-text'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import type { Address } from '@/lib/core/address'
import { InboxDays } from './inbox-days'
import {
  countRestrictions,
  type InboxFilter,
  inboxFilterSearch,
  noFilter,
  parseInboxFilter,
} from './inbox-filter'
import { InboxFilters } from './inbox-filters'
import { InboxEmpty, InboxError, RowsSkeleton } from './inbox-states'
import { useInbox, useMarkRead, useUnread } from './use-inbox'

type Props = {
  readonly account: Address
  readonly isSignedIn: boolean
  /** Opens the channels. */
  readonly onChannels: () => void
  /** Beside the list, below it on small screens. */
  readonly aside: ReactNode
}

/** The notifications of an account; the read state is stored for signed-in accounts. */
export const Inbox = ({ account, isSignedIn, onChannels, aside }: Props) => {
  const { filter, setFilter } = useInboxFilter()
  const asked = useInbox({ account, isSignedIn }, filter)
  const count = useUnread(isSignedIn ? account : undefined)
  const mark = useMarkRead(account)
  const newest = asked.data?.items[0]?.id
  const markAll = newest === undefined ? undefined : () => mark.all.mutate(newest)
  const markOne = (id: string) => {
    if (!isSignedIn) return
    mark.all.reset()
    mark.some.mutate([id])
  }
  // After an undo, visible notifications stay unread.
  const see = useGathered((ids) => (mark.undo.isSuccess ? undefined : mark.some.mutate(ids)))
  const undo = () => mark.all.data?.undo && mark.undo.mutate(mark.all.data.undo)
  return (
    <div className="grid grid-cols-1 items-start gap-x-6 gap-y-4 desk:grid-cols-[minmax(0,840fr)_minmax(0,384fr)]">
      <div className="grid grid-cols-1 gap-4 desk:col-start-1">
        {isSignedIn ? (
          <Announcements
            announcements={asked.data?.announcements.filter(({ isRead }) => !isRead) ?? []}
            onDismiss={({ id }) => mark.announcement.mutate(id)}
          />
        ) : (
          <PublicAnnouncements />
        )}
        <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <InboxFilters filter={filter} onFilter={setFilter} knowsRead={isSignedIn} />
          <InboxToolbar
            count={count}
            isMarked={mark.all.isSuccess}
            isBusy={mark.all.isPending || mark.undo.isPending}
            onMarkAll={markAll}
            onUndo={undo}
          />
        </div>
      </div>
      <div className="desk:col-start-1">
        <InboxBody {...{ asked, filter, setFilter, onChannels }} onRead={markOne} onSeen={see} />
      </div>
      <div className="desk:col-start-2 max-desk:pt-2">{aside}</div>
    </div>
  )
}

type BodyProps = {
  readonly asked: ReturnType<typeof useInbox>
  readonly filter: InboxFilter
  readonly setFilter: (filter: InboxFilter) => void
  readonly onRead: (id: string) => void
  readonly onSeen: (id: string) => void
  readonly onChannels: () => void
}

const InboxBody = ({ asked, filter, setFilter, onRead, onSeen, onChannels }: BodyProps) => {
  const t = useTranslations('notifications')
  if (asked.isPending) return <RowsSkeleton />
  if (asked.isError && !asked.data) {
    return <InboxError error={asked.error} retry={() => void asked.refetch()} />
  }
  const { items } = asked.data
  return (
    <div className="grid grid-cols-1 gap-4">
      {asked.isRefetchError ? (
        <Alert tone="warn" title={t('inbox.old')}>
          {t('inbox.again')}
        </Alert>
      ) : null}
      <MorePages query={asked} what={t('inbox.rows')} label={t('inbox.older')}>
        {items.length === 0 ? (
          <InboxEmpty
            isFiltered={countRestrictions(filter) > 0}
            isUnreadOnly={filter.unread}
            onShowAll={() => setFilter(noFilter)}
            onChannels={onChannels}
          />
        ) : (
          <InboxDays
            items={items}
            onRead={({ id }) => onRead(id)}
            onSeen={({ id }) => onSeen(id)}
            {...(filter.orderId === undefined && {
              onOrder: (orderId) => setFilter({ ...filter, orderId }),
            })}
          />
        )}
      </MorePages>
      {items.length > 1 ? <KeyHelp /> : null}
    </div>
  )
}

const keyLook = 'rounded-md border border-line-strong px-1.5 font-mono text-label'

/** Hint for users with a keyboard. */
const KeyHelp = () => {
  const t = useTranslations('notifications')
  return (
    <p className="hidden text-label text-ink-2 desk:block">
      {t.rich('inbox.keys', { key: (chunks) => <kbd className={keyLook}>{chunks}</kbd> })}
    </p>
  )
}

/** The filter in the page's address, and a function that changes it. */
function useInboxFilter() {
  const { search, change } = useSearchState()
  const { networks } = useSettings().settings
  const filter = useMemo(() => {
    const chainIds = networks.map(({ chainId }) => chainId)
    return parseInboxFilter(search, chainIds)
  }, [search, networks])
  const setFilter = useCallback((next: InboxFilter) => change(inboxFilterSearch(next)), [change])
  return { filter, setFilter }
}

/** Milliseconds within which calls are batched. */
const gatherMs = 100

/** Batches values that arrive within a short time. */
function useGathered(pass: (ids: readonly string[]) => void): (id: string) => void {
  const gathered = useRef<readonly string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const passOn = useRef(pass)
  passOn.current = pass
  useEffect(() => () => clearTimeout(timer.current), [])
  return useCallback((id) => {
    gathered.current = [...gathered.current, id]
    clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      passOn.current(gathered.current)
      gathered.current = []
    }, gatherMs)
  }, [])
}

type ToolbarProps = {
  readonly count: UnreadCount | undefined
  /** Whether all were marked just now, which can be undone. */
  readonly isMarked: boolean
  readonly isBusy: boolean
  /** Omitted while nothing is listed, so that unseen notifications stay unread. */
  readonly onMarkAll?: (() => void) | undefined
  readonly onUndo: () => void
}

/** Shows the unread count, "Mark all read" and its undo. */
const InboxToolbar = ({ count, isMarked, isBusy, onMarkAll, onUndo }: ToolbarProps) => {
  const t = useTranslations('notifications')
  const hasUnread = count !== undefined && count.unread > 0
  return (
    <div className="flex min-h-8 flex-wrap items-center gap-2">
      <p role="status" className="text-small text-ink-2">
        {isMarked && !hasUnread ? t('toolbar.marked') : null}
        {hasUnread ? t('toolbar.unread', { count: countText(count) }) : null}
      </p>
      {isMarked && !hasUnread ? (
        <Button variant="quiet" size="small" busy={isBusy} onClick={onUndo}>
          {t('toolbar.undo')}
        </Button>
      ) : null}
      {hasUnread && onMarkAll ? (
        <Button variant="quiet" size="small" busy={isBusy} onClick={onMarkAll}>
          <CheckCheck aria-hidden="true" className="size-4" /> {t('toolbar.markAll')}
        </Button>
      ) : null}
    </div>
  )
}
