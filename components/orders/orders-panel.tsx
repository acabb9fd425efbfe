'use client'

import Link from 'next/link'
import { useSettings } from '@/components/app/settings'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { ConnectFirst } from '@/components/wallet/connect-first'
import { useWallet } from '@/components/wallet/use-wallet'
import type { Address } from '@/lib/core/address'
import { OrderTabs } from './order-tabs'
import { useOrders } from './use-orders'
import { useTokenNames } from './use-token-names'

/** The orders of the connected account, or the way to them. */
export const OrdersPanel = () => {
  const { account, status } = useWallet()
  const { network } = useSettings()
  if (account) return <AccountOrders key={`${network.name} ${account}`} account={account} />
  if (status === 'connecting') return <OrdersSkeleton />
  return (
    <ConnectFirst title="Connect to see your orders">
      Open orders, what they were filled at, and how to cancel one.
    </ConnectFirst>
  )
}

const AccountOrders = ({ account }: { readonly account: Address }) => {
  const { network } = useSettings()
  const { orders, ...query } = useOrders(account)
  const nameToken = useTokenNames()
  if (query.isPending || !nameToken) return <OrdersSkeleton />
  if (query.isLoadingError) {
    return (
      <Alert
        tone="danger"
        title="The order book did not answer"
        actions={
          <Button size="small" onClick={() => void query.refetch()}>
            Try again
          </Button>
        }
      >
        Your orders are kept by the service; nothing is lost.
      </Alert>
    )
  }
  if (orders.length === 0) {
    return (
      <EmptyState
        title={`No orders on ${network.title} yet`}
        action={
          <Link href="/" className={buttonClass({ variant: 'primary' })}>
            Swap tokens
          </Link>
        }
      >
        Orders you sign appear here with their price and status.
      </EmptyState>
    )
  }
  return (
    <div className="grid gap-4">
      {query.isRefetchError ? (
        <Alert tone="warn" title="This list may be out of date">
          The order book did not answer just now; it is asked again.
        </Alert>
      ) : null}
      <OrderTabs
        orders={orders}
        nameToken={nameToken}
        refetch={() => void query.refetch()}
        {...(query.hasNextPage && { loadMore: () => void query.fetchNextPage() })}
        isLoadingMore={query.isFetchingNextPage}
      />
    </div>
  )
}

const OrdersSkeleton = () => (
  <div className="grid gap-2" role="status" aria-label="Loading orders">
    {['one', 'two', 'three'].map((row) => (
      <Skeleton key={row} className="h-19 rounded-card" />
    ))}
  </div>
)
