'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useSettings } from '@/components/app/settings'
import { useTokenNames } from '@/components/orders/use-token-names'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { Skeleton } from '@/components/ui/skeleton'
import { ConnectFirst } from '@/components/wallet/connect-first'
import { useWallet } from '@/components/wallet/use-wallet'
import type { Address } from '@/lib/core/address'
import { OrderList } from './order-list'
import { useOrders } from './use-orders'

/** The connected account's orders, or a prompt to connect. */
export const OrdersPanel = () => {
  const { account, status } = useWallet()
  const t = useTranslations('orders')
  const { network } = useSettings()
  if (account) return <AccountOrders key={`${network.name} ${account}`} account={account} />
  if (status === 'connecting') return <OrdersSkeleton />
  return <ConnectFirst title={t('connect.title')}>{t('connect.what')}</ConnectFirst>
}

const AccountOrders = ({ account }: { readonly account: Address }) => {
  const t = useTranslations('orders')
  const { network } = useSettings()
  const { orders, ...query } = useOrders(account)
  const nameToken = useTokenNames()
  if (query.isPending || !nameToken) return <OrdersSkeleton />
  if (query.isLoadingError) {
    return (
      <Alert
        tone="danger"
        title={t('fault.title')}
        actions={
          <Button size="small" onClick={() => void query.refetch()}>
            {t('fault.again')}
          </Button>
        }
      >
        {t('fault.text')}
      </Alert>
    )
  }
  if (orders.length === 0) {
    return (
      <EmptyState
        title={t('none.title', { network: network.title })}
        action={
          <Link href="/" className={buttonClass({ variant: 'primary' })}>
            {t('none.swap')}
          </Link>
        }
      >
        {t('none.text')}
      </EmptyState>
    )
  }
  return (
    <div className="grid grid-cols-1 gap-4">
      {query.isOutOfDate ? (
        <Alert tone="warn" title={t('fault.oldTitle')}>
          {t('fault.oldText')}
        </Alert>
      ) : null}
      <OrderList
        owner={account}
        orders={orders}
        nameToken={nameToken}
        renew={query.renew}
        {...(query.hasNextPage && { loadMore: () => void query.loadMore() })}
        isLoadingMore={query.isFetchingNextPage}
      />
    </div>
  )
}

const OrdersSkeleton = () => (
  <div className="grid gap-2" role="status" aria-label={useTranslations('orders')('list.loading')}>
    {['one', 'two', 'three'].map((row) => (
      <Skeleton key={row} className="h-19 rounded-card" />
    ))}
  </div>
)
