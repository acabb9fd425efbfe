'use client'

import { useTranslations } from 'next-intl'
import { Suspense, useCallback, useMemo, useState } from 'react'
import { Button } from '@/components/ui/button'
import { lazyPart, OnceOpen } from '@/components/ui/lazy-part'
import { TabPanel, Tabs } from '@/components/ui/tabs'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotAllowed } from '@/components/wallet/wallet-not-allowed'
import { discardOrder, readDiscarded } from '@/lib/client/orders/discarded'
import {
  countTabs,
  isNarrowed,
  matchesFilter,
  orderTabs,
  tabOf,
} from '@/lib/client/orders/order-filter'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import { OrderFilters } from './order-filters'
import { OrderRows } from './order-rows'
import { OrdersSummary } from './orders-summary'
import type { ShownToken } from './token-amount'
import { useCancelOrders } from './use-cancel-orders'
import { useOrderFilter } from './use-order-filter'

const CancelDialog = lazyPart(async () => (await import('./cancel-dialog')).CancelDialog)
const EditDialog = lazyPart(async () => (await import('./edit-dialog')).EditDialog)
const ExportOrders = lazyPart(async () => (await import('./export-orders')).ExportOrders)

type Props = {
  readonly owner: Address
  readonly orders: readonly ShownOrder[]
  readonly nameToken: (address: Address) => ShownToken
  readonly renew: () => void
  /** Left out when all are loaded. */
  readonly loadMore?: () => void
  readonly isLoadingMore: boolean
}

/** An account's orders by tabs and filters; cancelling starts here. */
export const OrderList = (props: Props) => {
  const { owner, orders, nameToken, renew, loadMore, isLoadingMore } = props
  const t = useTranslations('orders')
  const { isAllowed } = useWallet()
  const { filter, setFilter } = useOrderFilter()
  const [discarded, setDiscarded] = useState(readDiscarded)
  const [edited, setEdited] = useState<ShownOrder>()
  const cancellations = useCancelOrders({ owner, orders, renew })
  const kept = useMemo(
    () =>
      orders.filter(
        ({ uid, signed, status }) => signed || status !== 'open' || !discarded.has(uid),
      ),
    [orders, discarded],
  )
  const found = useMemo(
    () => kept.filter((order) => matchesFilter(order, filter, nameToken)),
    [kept, filter, nameToken],
  )
  const counts = countTabs(found)
  const tab = filter.tab ?? (kept.some(({ status }) => status === 'open') ? 'open' : 'all')
  const shown = tab === 'all' ? found : found.filter((order) => tabOf(order) === tab)
  const discard = useCallback(({ uid }: ShownOrder) => setDiscarded(discardOrder(uid)), [])
  return (
    <>
      <OrdersSummary owner={owner} orders={kept} />
      <OrderFilters filter={filter} onChange={setFilter} />
      {isAllowed || counts.open === 0 ? null : <WalletNotAllowed />}
      <Tabs
        label={t('title')}
        items={orderTabs.map((value) => ({
          value,
          label: t(`tab.${value}`),
          count: counts[value],
          ...(loadMore && { isLeast: true }),
        }))}
        value={tab}
        onValueChange={(value) => setFilter({ tab: orderTabs.find((each) => each === value) })}
      >
        <TabPanel value={tab}>
          <OrderRows
            key={tab}
            {...{ owner, nameToken, isAllowed, cancellations }}
            orders={shown}
            nothing={isNarrowed(filter) ? t('none.found') : t(`none.${tab}`)}
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
      <OnceOpen isOpen={cancellations.state.step.at !== 'closed'}>
        <CancelDialog {...{ owner, orders, nameToken, cancellations }} />
      </OnceOpen>
    </>
  )
}

type EditProps = Pick<Props, 'owner' | 'nameToken' | 'renew'> & {
  readonly order: ShownOrder | undefined
  readonly onClose: () => void
}

const EditOrder = ({ order, owner, nameToken, renew, onClose }: EditProps) => {
  if (order === undefined) return null
  const [sold, bought] = [nameToken(order.sellToken), nameToken(order.buyToken)]
  if (sold.decimals === undefined || bought.decimals === undefined) return null
  const decimals = { sold: sold.decimals, bought: bought.decimals }
  return (
    <Suspense fallback={null}>
      <EditDialog
        key={order.uid}
        {...{ order, sold, bought, decimals, owner, onClose }}
        onReplaced={renew}
      />
    </Suspense>
  )
}
