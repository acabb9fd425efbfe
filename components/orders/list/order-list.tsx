'use client'

import { useQueries } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { OnNetwork, type ServedNetwork, useSettings } from '@/components/app/settings'
import { CancelListed } from '@/components/orders/actions/cancel-listed'
import { EditOrder } from '@/components/orders/actions/edit-order'
import { useCancelOrders } from '@/components/orders/actions/use-cancel-orders'
import { type NameToken, useNamesOn } from '@/components/orders/use-token-names'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { ListEmpty } from '@/components/ui/list'
import { TabPanel, Tabs } from '@/components/ui/tabs'
import { useWallet } from '@/components/wallet/use-wallet'
import { WalletNotAllowed } from '@/components/wallet/wallet-not-allowed'
import { call } from '@/lib/client/call'
import {
  countTabs,
  isFiltered,
  matchesFilter,
  type OrderFilter,
  orderTabs,
  tabOf,
  transactionOf,
} from '@/lib/client/orders/order-filter'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import { CustomPeriod, OrderFilters } from './order-filters'
import { OrderRows } from './order-rows'

type Props = {
  readonly owner: Address
  readonly networks: readonly ServedNetwork[]
  /** Without those that were discarded. */
  readonly orders: readonly ShownOrder[]
  /** Whether schedules, which have a list of their own, have open orders. */
  readonly hasOpenParts: boolean
  readonly nameToken: NameToken
  readonly filter: OrderFilter
  readonly setFilter: (part: Partial<OrderFilter>) => void
  readonly renew: () => void
  readonly onDiscard: (order: ShownOrder) => void
  /** Omitted when every page is loaded. */
  readonly loadMore?: () => void
  readonly isLoadingMore: boolean
}

const noFilter = { text: '', type: undefined, period: 'all', from: '', to: '' } as const

/** An account's orders with tabs and filters, and the edit and cancel dialogs. */
export const OrderList = (props: Props) => {
  const { owner, networks, orders, nameToken, filter, setFilter } = props
  const { renew, loadMore, isLoadingMore } = props
  const t = useTranslations('orders')
  const { isAllowed } = useWallet()
  const [edited, setEdited] = useState<ShownOrder>()
  const cancellations = useCancelOrders({ owner, orders, renew })
  const inTransaction = useOrdersOfTransaction(networks, filter)
  const found = useMemo(() => {
    const known = { nameToken, now: new Date(), inTransaction }
    return orders.filter((order) => matchesFilter(order, filter, known))
  }, [orders, filter, nameToken, inTransaction])
  const counts = countTabs(found)
  const { tab } = filter
  const namesOn = useNamesOn(nameToken)
  const { network } = useSettings()
  const { step } = cancellations.state
  const cancelled = step.at === 'closed' ? undefined : step.uids[0]
  const cancelledOn = orders.find(({ uid }) => uid === cancelled)?.chainId
  const shown = tab === 'all' ? found : found.filter((order) => tabOf(order) === tab)
  return (
    <>
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
        onValueChange={(value) =>
          setFilter({ tab: orderTabs.find((each) => each === value) ?? 'all' })
        }
        aside={<OrderFilters filter={filter} onChange={setFilter} />}
      >
        <CustomPeriod filter={filter} onChange={setFilter} />
        <TabPanel value={tab}>
          {shown.length === 0 ? (
            <NothingFound {...{ filter, setFilter }} hasOpenParts={props.hasOpenParts} />
          ) : (
            <OrderRows
              key={tab}
              {...{ owner, nameToken, isAllowed, cancellations }}
              orders={shown}
              onDiscard={props.onDiscard}
              onEdit={setEdited}
            />
          )}
        </TabPanel>
      </Tabs>
      {loadMore === undefined ? null : (
        <Button busy={isLoadingMore} onClick={loadMore} className="justify-self-center">
          {isLoadingMore ? t('list.loadingOlder') : t('list.older')}
        </Button>
      )}
      <OnNetwork chainId={edited?.chainId ?? network.chainId}>
        <EditOrder
          order={edited}
          onClose={() => setEdited(undefined)}
          nameToken={namesOn(edited?.chainId)}
          {...{ owner, renew }}
        />
      </OnNetwork>
      <OnNetwork chainId={cancelledOn ?? network.chainId}>
        <CancelListed {...{ owner, orders, cancellations }} nameToken={namesOn(cancelledOn)} />
      </OnNetwork>
    </>
  )
}

/** The orders that a transaction filled, while its hash is searched for. */
function useOrdersOfTransaction(
  networks: readonly ServedNetwork[],
  filter: OrderFilter,
): ReadonlySet<string> | undefined {
  const hash = transactionOf(filter)
  const found = useQueries({
    queries: networks.map(({ name }) => ({
      queryKey: ['transaction-orders', name, hash],
      queryFn: ({ signal }: { readonly signal: AbortSignal }) =>
        call('readTransactionOrders', { network: name, params: { hash: hash ?? '' } }, { signal }),
      enabled: hash !== undefined,
      staleTime: 60_000,
    })),
    combine: (answers) =>
      answers
        .flatMap(({ data }) => data ?? [])
        .map(({ uid }) => uid)
        .join(' '),
  })
  return useMemo(() => new Set(found.split(' ')), [found])
}

type NothingProps = Pick<Props, 'filter' | 'setFilter' | 'hasOpenParts'>

const NothingFound = ({ filter, setFilter, hasOpenParts }: NothingProps) => {
  const t = useTranslations('orders')
  // The usual period hides older orders too.
  const isNarrow = isFiltered(filter) || filter.period !== 'all'
  const isOnlyParts = filter.tab === 'open' && hasOpenParts
  return (
    <ListEmpty>
      <EmptyState
        title={
          isFiltered(filter) ? t('none.found') : t(`none.${isOnlyParts ? 'onlyParts' : filter.tab}`)
        }
        {...(isNarrow && {
          action: (
            <Button onClick={() => setFilter(noFilter)}>
              {isFiltered(filter) ? t('filter.clear') : t('filter.anyTime')}
            </Button>
          ),
        })}
      />
    </ListEmpty>
  )
}
