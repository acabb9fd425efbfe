'use client'

import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'
import { TabPanel, Tabs } from '@/components/ui/tabs'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotAllowed } from '@/components/wallet/wallet-not-allowed'
import {
  countTabs,
  isFiltered,
  matchesFilter,
  orderTabs,
  tabOf,
} from '@/lib/client/orders/order-filter'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import { CancelListed } from './cancel-listed'
import { EditOrder } from './edit-order'
import { OrderFilters } from './order-filters'
import { OrderRows } from './order-rows'
import { OrdersSummary } from './orders-summary'
import type { ShownToken } from './token-amount'
import { useCancelOrders } from './use-cancel-orders'
import { useOrderFilter } from './use-order-filter'
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
