'use client'

import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { CancelListed } from '@/components/orders/actions/cancel-listed'
import { EditOrder } from '@/components/orders/actions/edit-order'
import { useCancelOrders } from '@/components/orders/actions/use-cancel-orders'
import { useEndingTime } from '@/components/orders/list/use-ending-time'
import { useMarketGaps } from '@/components/orders/list/use-market-gaps'
import { useVisibleOrders } from '@/components/orders/list/use-visible-orders'
import type { ShownToken } from '@/components/orders/token-amount'
import { useTokenNames } from '@/components/orders/use-token-names'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { List, ListEmpty, ListSkeleton } from '@/components/ui/list'
import { useWallet } from '@/components/wallet/use-wallet'
import { cancelWays, type ShownOrder } from '@/lib/client/orders/shown-order'
import { serverClock } from '@/lib/client/server-clock'
import { pendingOrder } from '@/lib/client/swap/pending-order'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import { forgetSale } from '@/lib/client/swap/stored-sales'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { useStoredSales } from './native-sale'
import { OrderPeek } from './order-peek'
import { RecentRow, recentTemplate } from './recent-row'
import { useRecentOrders } from './use-recent-orders'

/** An order placed in this page view: all of it, or its uid if the service lists it at once. */
export type JustPlaced = SwapOrder | { readonly uid: Hex }

type Props = {
  readonly owner: Address
  /** Newest first. */
  readonly placed: readonly JustPlaced[]
}

/** An account's newest orders below the form, each on a line that unfolds; restored after a reload. */
export const RecentOrders = ({ owner, placed }: Props) => {
  const t = useTranslations('orders')
  const ui = useTranslations('ui')
  const nameToken = useTokenNames()
  const recent = useRecentOrders(owner, placed.length > 0)
  if (recent.isFailed) {
    return (
      <Alert
        tone="danger"
        title={t('fault.title')}
        actions={
          <Button size="small" onClick={recent.renew}>
            {ui('answer.retry')}
          </Button>
        }
      >
        {t('fault.text')}
      </Alert>
    )
  }
  if (recent.orders === undefined || !nameToken) {
    return <ListSkeleton label={t('list.loading')} rows={3} />
  }
  return <Listed {...{ owner, placed, nameToken }} orders={recent.orders} renew={recent.renew} />
}

type ListedProps = Props & {
  /** As the service lists them. */
  readonly orders: readonly ShownOrder[]
  readonly nameToken: (address: Address) => ShownToken
  readonly renew: () => void
}

const Listed = ({ owner, placed, orders, nameToken, renew }: ListedProps) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const { isAllowed } = useWallet()
  const [edited, setEdited] = useState<ShownOrder>()
  const [news, setNews] = useState('')
  const { visible, discard } = useVisibleOrders(orders)
  const cancellations = useCancelOrders({ owner, orders, renew })
  const { requested } = cancellations.state
  const { entries, abandon } = useEntries(visible, { owner, placed })
  const shown = useMemo(() => entries.map(({ order }) => order), [entries])
  const nowSeconds = useEndingTime(shown)
  const gapOf = useMarketGaps(shown, nameToken)
  const cancelOf = (order: ShownOrder) => {
    const [way] = isAllowed ? cancelWays(order, owner) : []
    return way && (() => cancellations.open([order.uid], way))
  }
  if (entries.length === 0) {
    return (
      <ListEmpty>
        <p className="px-6 py-8 text-center text-small text-ink-2">{t('recent.none')}</p>
      </ListEmpty>
    )
  }
  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      <List label={t('recent.title')} template={recentTemplate} hasIconAside>
        {entries.map(({ order, sale, isKnown }) => (
          <RecentRow
            key={order.uid}
            {...{ order, sale, isKnown, nameToken, nowSeconds }}
            gap={gapOf(order)}
            isNew={placed.some(({ uid }) => uid === order.uid)}
            isCancelling={requested.has(order.uid)}
            onCancel={isKnown ? cancelOf(order) : undefined}
            onEdit={() => setEdited(order)}
            onNews={setNews}
            onDiscard={() => (sale ? abandon(sale) : discard(order))}
          />
        ))}
      </List>
      <OrderPeek orders={shown.filter(({ status }) => status === 'open')} nameToken={nameToken} />
      <EditOrder
        order={edited}
        onClose={() => setEdited(undefined)}
        {...{ owner, nameToken, renew }}
      />
      <CancelListed key={network.name} {...{ owner, orders, nameToken, cancellations }} />
    </>
  )
}

/** A row; `sale` is what was placed here, if the service may not list it yet. */
type Entry = {
  readonly order: ShownOrder
  readonly sale: SwapOrder | undefined
  readonly isKnown: boolean
}

/** The listed orders, after those that were placed here and are not listed yet. */
function useEntries(orders: readonly ShownOrder[], { owner, placed }: Props) {
  const sales = useStoredSales(owner)
  const [abandoned, setAbandoned] = useState<ReadonlySet<string>>(new Set())
  const entries = useMemo(() => {
    const known = new Set(orders.map(({ uid }) => uid))
    const placedNow = placed.flatMap((each) => ('order' in each ? [each] : []))
    const own = placedNow.filter((each) => each.owner === owner)
    const byUid = new Map([...sales, ...own].map((each) => [each.uid, each]))
    const now = new Date(serverClock.nowMs())
    const fresh = [...byUid.values()]
      .filter(({ uid }) => !known.has(uid) && !abandoned.has(uid))
      .map((sale): Entry => ({ order: pendingOrder(sale, now), sale, isKnown: false }))
    const listed = orders.map(
      (order): Entry => ({ order, sale: byUid.get(order.uid), isKnown: true }),
    )
    return [...fresh, ...listed]
  }, [orders, placed, sales, abandoned, owner])
  const abandon = (sale: SwapOrder) => {
    forgetSale(sale)
    setAbandoned((others) => new Set([...others, sale.uid]))
  }
  return { entries, abandon }
}
