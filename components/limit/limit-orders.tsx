'use client'

import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { CancelListed } from '@/components/orders/actions/cancel-listed'
import { EditOrder } from '@/components/orders/actions/edit-order'
import { OrderActions } from '@/components/orders/actions/order-actions'
import { useCancelOrders } from '@/components/orders/actions/use-cancel-orders'
import { useEndingTime } from '@/components/orders/list/use-ending-time'
import { useMarketGaps } from '@/components/orders/list/use-market-gaps'
import { useOrders } from '@/components/orders/list/use-orders'
import { useVisibleOrders } from '@/components/orders/list/use-visible-orders'
import type { ShownToken } from '@/components/orders/token-amount'
import { useTokenNames } from '@/components/orders/use-token-names'
import { Skeleton } from '@/components/ui/skeleton'
import { useWallet } from '@/components/wallet/use-wallet'
import { cancelWays, type ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { LimitOrderRow } from './limit-order-row'

type Props = {
  readonly account: Address
  /** Orders placed on this page just now; they stay visible after they end. */
  readonly placed: readonly Hex[]
}

/** The open limit orders of an account, each with its distance from the market. */
export const LimitOrders = ({ account, placed }: Props) => {
  const query = useOrders(account)
  const nameToken = useTokenNames()
  if (query.isPending || !nameToken) return <Skeleton className="h-40 rounded-card" />
  return <Listed {...{ account, placed, nameToken }} orders={query.orders} renew={query.renew} />
}

type ListedProps = Props & {
  readonly orders: readonly ShownOrder[]
  readonly nameToken: (address: Address) => ShownToken
  readonly renew: () => void
}

const Listed = ({ account, placed, orders, nameToken, renew }: ListedProps) => {
  const t = useTranslations('limit')
  const { isAllowed } = useWallet()
  const [edited, setEdited] = useState<ShownOrder>()
  const { visible, discard } = useVisibleOrders(orders)
  const shown = useMemo(
    () =>
      visible.filter(
        ({ uid, status, isQuoted }) => placed.includes(uid) || (status === 'open' && !isQuoted),
      ),
    [visible, placed],
  )
  const cancellations = useCancelOrders({ owner: account, orders, renew })
  const isCancelling = ({ uid }: ShownOrder) => cancellations.state.requested.has(uid)
  const cancel = (order: ShownOrder) => {
    const [way] = cancelWays(order, account)
    if (way) cancellations.open([order.uid], way)
  }
  const nowSeconds = useEndingTime(shown)
  const gapOf = useMarketGaps(shown, nameToken)
  if (shown.length === 0) {
    return (
      <div className="grid max-w-md gap-1 text-small text-ink-2">
        <p className="text-ink">{t('none')}</p>
        <p>{t('noneHint')}</p>
      </div>
    )
  }
  return (
    <>
      <ul className="grid overflow-hidden rounded-card border border-line bg-surface">
        {shown.map((order) => (
          <LimitOrderRow
            key={order.uid}
            {...{ order, nameToken, nowSeconds }}
            gap={gapOf(order)}
            isCancelling={isCancelling(order)}
            actions={
              <OrderActions
                {...{ order, owner: account, nameToken, isAllowed }}
                isCancelling={isCancelling(order)}
                onCancel={() => cancel(order)}
                onDiscard={() => discard(order)}
                onEdit={() => setEdited(order)}
              />
            }
          />
        ))}
      </ul>
      <EditOrder
        order={edited}
        onClose={() => setEdited(undefined)}
        {...{ owner: account, nameToken, renew }}
      />
      <CancelListed owner={account} {...{ orders, nameToken, cancellations }} />
    </>
  )
}
