'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, Suspense, useMemo } from 'react'
import { type ServedNetwork, useSettings } from '@/components/app/settings'
import { useTokenNames } from '@/components/orders/use-token-names'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { buttonClass } from '@/components/ui/button-class'
import { EmptyState } from '@/components/ui/empty-state'
import { lazyPart } from '@/components/ui/lazy-part'
import { Link } from '@/components/ui/link'
import { ListEmpty, ListSkeleton } from '@/components/ui/list'
import { ConnectFirst } from '@/components/wallet/connect-first'
import { useWallet } from '@/components/wallet/use-wallet'
import { tabOf } from '@/lib/client/orders/order-filter'
import { isOpenPart } from '@/lib/client/orders/shown-order'
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
  const { settings, network } = useSettings()
  const { filter, setFilter } = useOrderFilter()
  if (account) {
    const { isEverywhere } = filter
    const networks = isEverywhere ? settings.networks : [network]
    const key = `${isEverywhere ? '' : network.name} ${account}`
    return <AccountOrders key={key} {...{ account, networks, filter, setFilter }} />
  }
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

type AccountProps = ReturnType<typeof useOrderFilter> & {
  readonly account: Address
  readonly networks: readonly ServedNetwork[]
}

const AccountOrders = ({ account, networks, filter, setFilter }: AccountProps) => {
  const t = useTranslations('orders')
  const ui = useTranslations('ui')
  const { orders, ...query } = useOrders(account, networks)
  const { visible, discard } = useVisibleOrders(orders)
  const nameToken = useTokenNames()
  const filled = useMemo(() => visible.filter((each) => tabOf(each) === 'filled').length, [visible])
  if (query.failed.length === networks.length) {
    return (
      <>
        <Heading />
        <Alert
          tone="danger"
          title={t('fault.title')}
          actions={
            <Button size="small" onClick={query.refetch}>
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
  if (!isLoading && orders.length === 0 && query.failed.length === 0) {
    const network = filter.isEverywhere ? undefined : networks[0]
    return <NoOrders network={network} onEverywhere={() => setFilter({ isEverywhere: true })} />
  }
  return (
    <>
      <Heading>
        {isLoading ? null : (
          <Suspense fallback={null}>
            <ExportMenu owner={account} {...{ networks, nameToken, filter }} />
          </Suspense>
        )}
      </Heading>
      <OrderTotals owner={account} {...{ networks, filled }} />
      <Failures networks={query.failed} retry={query.refetch} />
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
          hasOpenParts={orders.some(isOpenPart)}
          {...{ networks, nameToken, filter, setFilter }}
          renew={query.renew}
          onDiscard={discard}
          {...(query.hasNextPage && { loadMore: query.loadMore })}
          isLoadingMore={query.isFetchingNextPage}
        />
      )}
    </>
  )
}

type NoOrdersProps = {
  /** Undefined: there is none on any network. */
  readonly network: ServedNetwork | undefined
  readonly onEverywhere: () => void
}

/** There is no list to filter yet; the orders may be on another network. */
const NoOrders = ({ network, onEverywhere }: NoOrdersProps) => {
  const t = useTranslations('orders')
  const { networks } = useSettings().settings
  return (
    <>
      <Heading>
        {network && networks.length > 1 ? (
          <Button onClick={onEverywhere}>{t('filter.allNetworks')}</Button>
        ) : null}
      </Heading>
      <ListEmpty>
        <EmptyState
          title={network ? t('none.title', { network: network.title }) : t('none.anywhere')}
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

type FailuresProps = { readonly networks: readonly ServedNetwork[]; readonly retry: () => void }

/** Which networks are missing in the list. */
const Failures = ({ networks, retry }: FailuresProps) => {
  const t = useTranslations('orders')
  const ui = useTranslations('ui')
  return networks.map(({ chainId, title }) => (
    <Alert
      key={chainId}
      tone="warn"
      title={t('fault.network', { network: title })}
      actions={
        <Button size="small" onClick={retry}>
          {ui('answer.retry')}
        </Button>
      }
    >
      {t('fault.text')}
    </Alert>
  ))
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
