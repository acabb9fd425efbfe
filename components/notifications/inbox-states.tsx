'use client'

import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { ApiError } from '@/lib/client/request'

/** The inbox while it is awaited. */
export const InboxSkeleton = () => (
  <div className="grid gap-2" role="status" aria-label="Loading notifications">
    {['one', 'two', 'three'].map((row) => (
      <Skeleton key={row} className="h-16 rounded-card" />
    ))}
  </div>
)

type ErrorProps = { readonly error: Error; readonly retry: () => void }

/** Why there is no inbox. */
export const InboxError = ({ error, retry }: ErrorProps) => {
  const isOff = error instanceof ApiError && error.status === 503
  return isOff ? (
    <Alert tone="info" title="Notifications are switched off on this service">
      Its operator has not enabled them. Your orders are still listed under Orders.
    </Alert>
  ) : (
    <Alert
      tone="danger"
      title="The inbox did not answer"
      actions={
        <Button size="small" onClick={retry}>
          Try again
        </Button>
      }
    >
      Nothing is lost: notifications stay on the service.
    </Alert>
  )
}

type EmptyProps = {
  /** Whether a filter leaves something out. */
  readonly isFiltered: boolean
  readonly isUnreadOnly: boolean
  readonly onShowAll: () => void
}

/** An inbox without rows: all read, nothing that passes the filter, or nothing yet. */
export const InboxEmpty = ({ isFiltered, isUnreadOnly, onShowAll }: EmptyProps) => {
  const showAll = <Button onClick={onShowAll}>Show all</Button>
  if (isFiltered) {
    return (
      <EmptyState title="Nothing passes this filter" action={showAll}>
        Other notifications may be there.
      </EmptyState>
    )
  }
  if (isUnreadOnly) {
    return (
      <EmptyState title="All caught up" action={showAll}>
        You have read everything.
      </EmptyState>
    )
  }
  return (
    <EmptyState title="All caught up">
      When an order of yours is filled, expires or is cancelled, it is told here.
    </EmptyState>
  )
}
