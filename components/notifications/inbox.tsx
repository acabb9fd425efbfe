'use client'

import { useQuery } from '@tanstack/react-query'
import Link from 'next/link'
import { Alert } from '@/components/ui/alert'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { useConnectDialog } from '@/components/wallet/connect-provider'
import { useWallet } from '@/components/wallet/use-wallet'
import { fetchNotifications, type NotificationView } from '@/lib/client/api'
import { ApiError } from '@/lib/client/request'
import type { Address } from '@/lib/core/address'
import { groupByDay } from './group-by-day'
import { notificationFace } from './notification-type'

const refreshMs = 15_000

/** The notifications of the connected account. */
export const Inbox = () => {
  const { account, status } = useWallet()
  const { openConnect } = useConnectDialog()
  if (account) return <AccountInbox account={account} />
  if (status === 'connecting') return <InboxSkeleton />
  return (
    <EmptyState
      title="Connect to see your notifications"
      action={
        <Button variant="primary" onClick={openConnect}>
          Connect wallet
        </Button>
      }
    >
      Fills, expiries and cancellations of your orders are listed here.
    </EmptyState>
  )
}

const AccountInbox = ({ account }: { readonly account: Address }) => {
  const inbox = useQuery({
    queryKey: ['notifications', account],
    queryFn: ({ signal }) => fetchNotifications(account, { signal, tries: 2 }),
    refetchInterval: refreshMs,
  })
  if (inbox.isPending) return <InboxSkeleton />
  if (inbox.isError) return <InboxError error={inbox.error} retry={() => void inbox.refetch()} />
  if (inbox.data.length === 0) {
    return (
      <EmptyState title="All caught up">
        When an order of yours is filled, expires or is cancelled, it is told here.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-8">
      {groupByDay(inbox.data, new Date()).map((day) => (
        <section key={day.label} aria-label={day.label} className="grid gap-2">
          <h2 className="text-small font-medium text-ink-2">{day.label}</h2>
          <ul className="grid overflow-hidden rounded-card border border-line bg-surface">
            {day.items.map((notification) => (
              <Row key={notification.id} notification={notification} />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

const Row = ({ notification }: { readonly notification: NotificationView }) => {
  const face = notificationFace(notification.type)
  const { orderId, chainId } = notification.metadata
  return (
    <li className="border-b border-line last:border-b-0">
      <Link
        href={`/orders/${orderId}?chain=${chainId}`}
        className="flex flex-wrap items-center gap-x-4 gap-y-1 p-4 -outline-offset-4 hover:bg-sunken focus-visible:-outline-offset-4"
      >
        <Badge tone={face.tone}>{face.label}</Badge>
        <span className="order-2 basis-full tab:order-none tab:flex-1 tab:basis-0">
          {notification.message}
        </span>
        <time dateTime={notification.timestamp} className="numeric ml-auto text-label text-ink-2">
          {new Date(notification.timestamp).toLocaleTimeString('en-GB', {
            hour: '2-digit',
            minute: '2-digit',
          })}
        </time>
      </Link>
    </li>
  )
}

const InboxError = ({ error, retry }: { readonly error: Error; readonly retry: () => void }) => {
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

const InboxSkeleton = () => (
  <div className="grid gap-2" role="status" aria-label="Loading notifications">
    {['one', 'two', 'three'].map((row) => (
      <Skeleton key={row} className="h-16 rounded-card" />
    ))}
  </div>
)
