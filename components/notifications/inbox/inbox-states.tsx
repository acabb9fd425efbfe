'use client'

import { useTranslations } from 'next-intl'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListEmpty, ListSkeleton } from '@/components/ui/list'
import { Skeleton } from '@/components/ui/skeleton'
import { ApiError } from '@/lib/client/request'

/** The loading inbox with its filters. */
export const InboxSkeleton = () => (
  <div className="grid gap-4">
    <Skeleton className="h-11 w-64 max-w-full" />
    <RowsSkeleton />
  </div>
)

/** The loading rows; they fill a screen, so that what is below them does not move. */
export const RowsSkeleton = () => {
  const t = useTranslations('notifications')
  return <ListSkeleton label={t('inbox.loading')} rows={9} />
}

type ErrorProps = { readonly error: Error; readonly retry: () => void }

/** The inbox after an error. */
export const InboxError = ({ error, retry }: ErrorProps) => {
  const t = useTranslations('notifications')
  const ui = useTranslations('ui')
  const isOff = error instanceof ApiError && error.status === 503
  return isOff ? (
    <Alert tone="info" title={t('inbox.off')}>
      {t('inbox.offText')}
    </Alert>
  ) : (
    <Alert
      tone="danger"
      title={t('inbox.silent')}
      actions={
        <Button size="small" onClick={retry}>
          {ui('answer.retry')}
        </Button>
      }
    >
      {t('inbox.safe')}
    </Alert>
  )
}

type EmptyProps = {
  /** Whether a filter is active. */
  readonly isFiltered: boolean
  readonly isUnreadOnly: boolean
  readonly onShowAll: () => void
  readonly onChannels: () => void
}

/** An inbox without rows: all read, nothing matches the filter, or nothing yet. */
export const InboxEmpty = (props: EmptyProps) => (
  <ListEmpty>
    <Reason {...props} />
  </ListEmpty>
)

const Reason = (props: EmptyProps) => {
  const { isFiltered, isUnreadOnly, onShowAll, onChannels } = props
  const t = useTranslations('notifications')
  const showAll = <Button onClick={onShowAll}>{t('inbox.showAll')}</Button>
  if (isFiltered) {
    return (
      <EmptyState title={t('inbox.filtered')} action={showAll}>
        {t('inbox.others')}
      </EmptyState>
    )
  }
  if (isUnreadOnly) {
    return (
      <EmptyState title={t('inbox.caughtUp')} action={showAll}>
        {t('inbox.readAll')}
      </EmptyState>
    )
  }
  return (
    <EmptyState
      title={t('inbox.caughtUp')}
      action={<Button onClick={onChannels}>{t('channels.add')}</Button>}
    >
      {t('inbox.empty')}
    </EmptyState>
  )
}
