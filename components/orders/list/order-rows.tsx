'use client'

import { useTranslations } from 'next-intl'
import { useCallback, useState } from 'react'
import { OrderActions } from '@/components/orders/actions/order-actions'
import type { Cancellations } from '@/components/orders/actions/use-cancel-orders'
import type { ShownToken } from '@/components/orders/token-amount'
import { Button } from '@/components/ui/button'
import { Checkbox } from '@/components/ui/checkbox'
import { classNames } from '@/components/ui/class-names'
import { isCancellable, type ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { OrderRow, orderColumns } from './order-row'
import { useEndingTime } from './use-ending-time'
import { useMarketGaps } from './use-market-gaps'

type Props = {
  readonly owner: Address
  readonly orders: readonly ShownOrder[]
  readonly nameToken: (address: Address) => ShownToken
  readonly isAllowed: boolean
  readonly cancellations: Cancellations
  /** Text of the empty list. */
  readonly nothing: string
  readonly onDiscard: (order: ShownOrder) => void
  readonly onEdit: (order: ShownOrder) => void
}

/** Rows shown at first, and added per press of "more". */
const rowsPerStep = 50
/** Maximum UIDs per signed cancellation, as the API limits it. */
const maxCancelled = 128

/** Orders as rows, with multi-select to cancel several in one signature. */
export const OrderRows = (props: Props) => {
  const { owner, orders, nameToken, isAllowed, cancellations, nothing, onDiscard, onEdit } = props
  const t = useTranslations('orders')
  const { state, open } = cancellations
  const [limit, setLimit] = useState(rowsPerStep)
  const [picked, setPicked] = useState<ReadonlySet<Hex>>(new Set())
  const gapOf = useMarketGaps(orders, nameToken)
  const nowSeconds = useEndingTime(orders)
  const choosable = orders
    .filter((order) => isCancellable(order) && isAllowed && !state.requested.has(order.uid))
    .slice(0, maxCancelled)
    .map(({ uid }) => uid)
  const canChoose = new Set(choosable.length > 1 ? choosable : [])
  const chosen = [...canChoose].filter((uid) => picked.has(uid))
  const choose = useCallback((uid: Hex, isChosen: boolean) => {
    setPicked((before) => {
      const others = [...before].filter((each) => each !== uid)
      return new Set(isChosen ? [...others, uid] : others)
    })
  }, [])
  const renderActions = (order: ShownOrder) => (
    <OrderActions
      {...{ order, owner, nameToken, isAllowed }}
      isCancelling={state.requested.has(order.uid)}
      onCancel={() => open([order.uid], isCancellable(order) ? 'signature' : 'transaction')}
      onDiscard={() => onDiscard(order)}
      onEdit={() => onEdit(order)}
    />
  )
  if (orders.length === 0) return <p className="px-4 py-10 text-center text-ink-2">{nothing}</p>
  return (
    <div className="grid grid-cols-1 gap-3">
      {canChoose.size === 0 ? null : (
        <div className="flex min-h-11 flex-wrap items-center justify-between gap-3 pl-4.25">
          <Checkbox
            label={
              chosen.length === 0
                ? t('list.chooseAll')
                : t('list.chosen', { count: `${chosen.length}` })
            }
            checked={chosen.length === canChoose.size}
            onCheckedChange={(all) => setPicked(all ? canChoose : new Set())}
          />
          {chosen.length === 0 ? null : (
            <Button onClick={() => open(chosen, 'signature')}>
              {t('list.cancelChosen', { count: chosen.length })}
            </Button>
          )}
        </div>
      )}
      <div className="overflow-clip rounded-card border border-line bg-surface">
        <ColumnHeads isIndented={canChoose.size > 0} />
        <ul className="grid">
          {orders.slice(0, limit).map((order) => (
            <OrderRow
              key={order.uid}
              {...{ order, nameToken, nowSeconds, renderActions }}
              gap={gapOf(order)}
              isCancelling={state.requested.has(order.uid)}
              isChosen={canChoose.has(order.uid) ? picked.has(order.uid) : undefined}
              isIndented={canChoose.size > 0}
              onChoose={choose}
            />
          ))}
        </ul>
      </div>
      {orders.length > limit ? (
        <Button className="justify-self-center" onClick={() => setLimit(limit + rowsPerStep)}>
          {t('list.more')}
        </Button>
      ) : null}
    </div>
  )
}

/** Sticky column headers; hidden from screen readers because each row labels its own values. */
const ColumnHeads = ({ isIndented }: { readonly isIndented: boolean }) => {
  const t = useTranslations('orders')
  return (
    <div
      aria-hidden="true"
      className={classNames(
        'sticky top-0 z-2 hidden min-h-11 items-center gap-x-4 border-b border-line bg-surface px-4 text-label font-medium text-ink-2 desk:grid',
        orderColumns,
      )}
    >
      <span className={classNames(isIndented && 'pl-9')}>{t('column.order')}</span>
      <span>{t('column.gained')}</span>
      <span>{t('column.placed')}</span>
      <span>{t('column.state')}</span>
    </div>
  )
}
