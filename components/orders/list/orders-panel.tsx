'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { useTokenNames } from '@/components/orders/use-token-names'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { ListEmpty, ListSkeleton } from '@/components/ui/list'
import { ConnectFirst } from '@/components/wallet/connect-first'
import { useWallet } from '@/components/wallet/use-wallet'
import { tabOf } from '@/lib/client/orders/order-filter'
import type { Address } from '@/lib/core/address'
import { useOrderFilter } from './order-filters'
import { OrderList } from './order-list'
import { OrderTotals } from './order-totals'
import { useOrders } from './use-orders'
import { useVisibleOrders } from './use-visible-orders'

const ExportMenu = lazyPart(async () => (await import('./export-menu')).ExportMenu)

/** The connected account's orders, or a prompt to connect. */
export const OrdersPanel = () => {
  const { account, status } = useWallet()
  const t = useTranslations('orders')
  const { network } = useSettings()
  if (account) return <AccountOrders key={`${network.name} ${account}`} account={account} />
  return (
    <>
      <Heading />
      {status === 'connecting' ? (
        <Loading />
      ) : (
        <ListEmpty>
          <ConnectFirst title={t('connect.title')}>{t('connect.what')}</ConnectFirst>
        </ListEmpty>
      )}
    </>
  )
}

const Heading = ({ children }: { readonly children?: ReactNode }) => {
  const t = useTranslations('orders')
  return (
    <div className="flex min-h-11 items-center justify-between gap-4">
      <h1 className="text-h1">{t('title')}</h1>
      {children}
    </div>
  )
}

const AccountOrders = ({ account }: { readonly account: Address }) => {
  const t = useTranslations('orders')
  const ui = useTranslations('ui')
  const { network } = useSettings()
  const { orders, ...query } = useOrders(account)
  const { visible, discard } = useVisibleOrders(orders)
  const nameToken = useTokenNames()
  const { filter, setFilter } = useOrderFilter()
  const filled = useMemo(() => visible.filter((each) => tabOf(each) === 'filled').length, [visible])
  if (query.isLoadingError) {
    return (
      <>
        <Heading />
        <Alert
          tone="danger"
          title={t('fault.title')}
          actions={
            <Button size="small" onClick={() => void query.refetch()}>
              {ui('answer.retry')}
            </Button>
          }
        >
          {t('fault.text')}
        </Alert>
      </>
    )
  }
  const isLoading = query.isPending || !nameToken
  if (!isLoading && orders.length === 0) {
    return (
      <>
        <Heading />
        <ListEmpty>
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
        </ListEmpty>
      </>
    )
  }
  return (
    <>
      <Heading>
        {isLoading ? null : (
          <Suspense fallback={null}>
            <ExportMenu owner={account} nameToken={nameToken} filter={filter} />
          </Suspense>
        )}
      </Heading>
      <OrderTotals owner={account} filled={filled} />
      {query.isOutOfDate ? (
        <Alert tone="warn" title={t('fault.oldTitle')}>
          {t('fault.oldText')}
        </Alert>
      ) : null}
      {isLoading ? (
        <Loading />
      ) : (
        <OrderList
          owner={account}
          orders={visible}
          {...{ nameToken, filter, setFilter }}
          renew={query.renew}
          onDiscard={discard}
          {...(query.hasNextPage && { loadMore: () => void query.loadMore() })}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
    </>
  )
}

/** As high as the filters and the first rows. */
const Loading = () => {
  const t = useTranslations('orders')
  return (
    <div className="grid gap-4">
      <div className="h-10 max-tab:h-38" />
      <ListSkeleton label={t('list.loading')} rows={5} hasHead />
    </div>
  )
}
