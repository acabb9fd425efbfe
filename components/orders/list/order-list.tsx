'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { type ReactNode, useMemo, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useUsdPrices } from '@/components/app/use-usd-prices'
import { useFormat } from '@/components/i18n/use-format'
import { CancelListed } from '@/components/orders/actions/cancel-listed'
import { EditOrder } from '@/components/orders/actions/edit-order'
import { useCancelOrders } from '@/components/orders/actions/use-cancel-orders'
import type { ShownToken } from '@/components/orders/token-amount'
import { Button } from '@/components/ui/button'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'
import { TabPanel, Tabs } from '@/components/ui/tabs'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotAllowed } from '@/components/wallet/wallet-not-allowed'
import { fetchTotalSurplus } from '@/lib/client/api'
import {
  countTabs,
  isFiltered,
  matchesFilter,
  orderTabs,
  tabOf,
} from '@/lib/client/orders/order-filter'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { usdValue } from '@/lib/client/usd-value'
import { type Address, toAddress } from '@/lib/core/address'
import { missingText } from '@/lib/core/format/number-text'
import { daySeconds } from '@/lib/core/time'
import { OrderFilters, useOrderFilter } from './order-filters'
import { OrderRows } from './order-rows'
import { useVisibleOrders } from './use-visible-orders'

const ExportOrders = lazyPart(async () => (await import('./export-orders')).ExportOrders)

type Props = {
  readonly owner: Address
  readonly orders: readonly ShownOrder[]
  readonly nameToken: (address: Address) => ShownToken
  readonly renew: () => void
  /** Omitted when every page is loaded. */
  readonly loadMore?: () => void
  readonly isLoadingMore: boolean
}

/** An account's orders with tabs, filters, export, and the edit and cancel dialogs. */
export const OrderList = (props: Props) => {
  const { owner, orders, nameToken, renew, loadMore, isLoadingMore } = props
  const t = useTranslations('orders')
  const { isAllowed } = useWallet()
  const { filter, setFilter } = useOrderFilter()
  const [edited, setEdited] = useState<ShownOrder>()
  const cancellations = useCancelOrders({ owner, orders, renew })
  const { visible, discard } = useVisibleOrders(orders)
  const found = useMemo(
    () => visible.filter((order) => matchesFilter(order, filter, nameToken)),
    [visible, filter, nameToken],
  )
  const counts = countTabs(found)
  const tab = filter.tab ?? (visible.some(({ status }) => status === 'open') ? 'open' : 'all')
  const shown = tab === 'all' ? found : found.filter((order) => tabOf(order) === tab)
  return (
    <>
      <OrdersSummary owner={owner} orders={visible} />
      <OrderFilters filter={filter} onChange={setFilter} />
      {isAllowed || counts.open === 0 ? null : <WalletNotAllowed />}
      <Tabs
        label={t('title')}
        items={orderTabs.map((value) => ({
          value,
          label: t(`tab.${value}`),
          count: counts[value],
          ...(loadMore && { hasMore: true }),
        }))}
        value={tab}
        onValueChange={(value) => setFilter({ tab: orderTabs.find((each) => each === value) })}
      >
        <TabPanel value={tab}>
          <OrderRows
            key={tab}
            {...{ owner, nameToken, isAllowed, cancellations }}
            orders={shown}
            nothing={isFiltered(filter) ? t('none.found') : t(`none.${tab}`)}
            onDiscard={discard}
            onEdit={setEdited}
          />
        </TabPanel>
      </Tabs>
      {loadMore === undefined ? null : (
        <Button busy={isLoadingMore} onClick={loadMore} className="justify-self-center">
          {isLoadingMore ? t('list.loadingOlder') : t('list.older')}
        </Button>
      )}
      <OnceOpen isOpen={orders.length > 0}>
        <ExportOrders owner={owner} nameToken={nameToken} filter={{ ...filter, tab }} />
      </OnceOpen>
      <EditOrder
        order={edited}
        onClose={() => setEdited(undefined)}
        {...{ owner, nameToken, renew }}
      />
      <CancelListed {...{ owner, orders, nameToken, cancellations }} />
    </>
  )
}

type SummaryProps = { readonly owner: Address; readonly orders: readonly ShownOrder[] }

const countedDays = 30
const native = { decimals: 18 }

/** Open orders, orders filled in the last 30 days and total surplus of an account. */
const OrdersSummary = ({ owner, orders }: SummaryProps) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const { network } = useSettings()
  const wrapped = useMemo(() => [toAddress(network.wrappedNative)], [network.wrappedNative])
  const priceOf = useUsdPrices(wrapped)
  const open = orders.filter(({ status }) => status === 'open').length
  const filled = useMemo(() => {
    const since = Date.now() - countedDays * daySeconds * 1_000
    return orders.filter(
      ({ status, createdAt }) => status === 'fulfilled' && createdAt.getTime() >= since,
    ).length
  }, [orders])
  const { data: surplus } = useQuery({
    queryKey: ['total-surplus', network.name, owner, filled],
    queryFn: ({ signal }) => fetchTotalSurplus(network.name, owner, { signal, tries: 2 }),
    placeholderData: (before) => before,
  })
  const dollars = usdValue(surplus, native, priceOf(wrapped[0] ?? owner))
  return (
    <dl className="grid grid-cols-[auto_auto_auto] divide-x divide-line tab:grid-cols-3 rounded-card border border-line bg-surface">
      <Figure name={t('summary.open')}>{open}</Figure>
      <Figure name={t('summary.filled', { days: countedDays })}>{filled}</Figure>
      <Figure name={t('summary.surplus')}>
        {dollars === undefined ? (
          <span className="text-ink-3">{missingText}</span>
        ) : (
          format.usd(dollars)
        )}
      </Figure>
    </dl>
  )
}

const Figure = ({ name, children }: { readonly name: string; readonly children: ReactNode }) => (
  <div className="grid min-w-0 content-between gap-1 p-4">
    <dt className="text-label text-ink-2">{name}</dt>
    <dd className="numeric text-h3 wrap-anywhere">{children}</dd>
  </div>
)
