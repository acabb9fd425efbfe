'use client'

import { useTranslations } from 'next-intl'
import { type ComponentProps, useCallback, useMemo, useState } from 'react'
import { OnNetwork, useSettings } from '@/components/app/settings'
import { useClock } from '@/components/app/use-now'
import { useFormat } from '@/components/i18n/use-format'
import type { Cancellations } from '@/components/orders/actions/use-cancel-orders'
import { type NameToken, useNamesOn } from '@/components/orders/use-token-names'
import { Button } from '@/components/ui/button'
import { List, type ListColumn, ListGroup } from '@/components/ui/list'
import { groupOrders, type OrderGroup } from '@/lib/client/orders/group-orders'
import { localDay } from '@/lib/client/orders/order-filter'
import { cancelWays, isCancellable, type ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { BulkBar } from './bulk-bar'
import { deskOnly, OrderRow, orderTemplate } from './order-row'
import { RowActions } from './row-actions'
import { useEndingTime } from './use-ending-time'
import { useMarketGaps } from './use-market-gaps'

type Props = {
  readonly owner: Address
  readonly orders: readonly ShownOrder[]
  readonly nameToken: NameToken
  readonly isAllowed: boolean
  readonly cancellations: Cancellations
  readonly onDiscard: (order: ShownOrder) => void
  readonly onEdit: (order: ShownOrder) => void
}

/** Rows shown at first, and added per press of "more". */
const rowsPerStep = 50
/** Maximum UIDs per signed cancellation, as the API limits it. */
const maxCancelled = 128

/** Orders as rows, open ones first, then by day; several can be cancelled with one signature. */
export const OrderRows = (props: Props) => {
  const { owner, orders, nameToken, isAllowed, cancellations, onDiscard, onEdit } = props
  const t = useTranslations('orders')
  const { state, open } = cancellations
  const [limit, setLimit] = useState(rowsPerStep)
  const { chosen, chosenOn, canChoose, choose, chooseAll, clear } = useChoice(orders, {
    isAllowed,
    requested: state.requested,
  })
  const { network } = useSettings()
  const namesOn = useNamesOn(nameToken)
  const nowSeconds = useEndingTime(orders)
  const groups = useGroups(orders, limit)
  const [isAsked, setAsked] = useState(false)
  const isSelecting = (isAsked || chosen.size > 0) && canChoose.size > 0
  const stopSelecting = useCallback(() => {
    setAsked(false)
    clear()
  }, [clear])
  const renderActions = (order: ShownOrder) => (
    <RowActions
      {...{ order, owner, isAllowed }}
      nameToken={namesOn(order.chainId)}
      isCancelling={state.requested.has(order.uid)}
      onCancel={() => {
        const [way] = cancelWays(order, owner)
        if (way) open([order.uid], way)
      }}
      onDiscard={() => onDiscard(order)}
      onEdit={() => onEdit(order)}
    />
  )
  return (
    <div className="grid grid-cols-1 gap-4">
      <List
        label={t('title')}
        template={orderTemplate}
        columns={useColumns(canChoose.size > 0)}
        hasIconAside
        onEscape={stopSelecting}
      >
        {groups.map((group) => (
          <ListGroup
            key={group.kind === 'day' ? localDay(group.day) : group.kind}
            label={<GroupLabel {...group} />}
            action={
              group.kind === 'open' && canChoose.size > 0 ? (
                <Button
                  size="small"
                  variant="quiet"
                  className="-mr-3 tab:hidden"
                  onClick={isSelecting ? stopSelecting : () => setAsked(true)}
                >
                  {t(isSelecting ? 'list.done' : 'list.choose')}
                </Button>
              ) : undefined
            }
          >
            {group.items.map((order) => (
              <OnNetwork key={order.uid} chainId={order.chainId ?? network.chainId}>
                <ListedRow
                  {...{ order, nowSeconds, renderActions }}
                  nameToken={namesOn(order.chainId)}
                  isCancelling={state.requested.has(order.uid)}
                  isChosen={canChoose.has(order.uid) ? chosen.has(order.uid) : undefined}
                  hasChoices={canChoose.size > 0}
                  isSelecting={isSelecting}
                  onChoose={choose}
                />
              </OnNetwork>
            ))}
          </ListGroup>
        ))}
      </List>
      <div className="flex min-h-11 items-center justify-between gap-4">
        <p className="numeric text-small text-ink-2">
          {t('list.showing', { shown: Math.min(limit, orders.length), all: orders.length })}
        </p>
        {orders.length > limit ? (
          <Button size="small" onClick={() => setLimit(limit + rowsPerStep)}>
            {t('list.more')}
          </Button>
        ) : null}
      </div>
      {chosen.size === 0 ? null : (
        <BulkBar
          count={chosen.size}
          all={canChoose.size}
          chainId={chosenOn}
          onSelectAll={chooseAll}
          onClear={stopSelecting}
          onCancel={() => open([...chosen], 'signature')}
        />
      )}
    </div>
  )
}

/** A row on its own network, with the prices of that network. */
const ListedRow = (props: Omit<ComponentProps<typeof OrderRow>, 'gap'>) => {
  const { order, nameToken } = props
  const orders = useMemo(() => [order], [order])
  return <OrderRow {...props} gap={useMarketGaps(orders, nameToken)(order)} />
}

type Choosing = { readonly isAllowed: boolean; readonly requested: ReadonlySet<Hex> }

/** Which orders are selected, of those that a signature can cancel; one signature is for one network. */
function useChoice(orders: readonly ShownOrder[], { isAllowed, requested }: Choosing) {
  const [picked, setPicked] = useState<ReadonlySet<Hex>>(new Set())
  const cancellable = orders.filter(
    (order) => isCancellable(order) && isAllowed && !requested.has(order.uid),
  )
  const first = cancellable.find(({ uid }) => picked.has(uid))
  const choosable = cancellable
    .filter(({ chainId }) => first === undefined || chainId === first.chainId)
    .slice(0, maxCancelled)
    .map(({ uid }) => uid)
  const canChoose: ReadonlySet<Hex> = new Set(choosable)
  const choose = useCallback((uid: Hex, isChosen: boolean) => {
    setPicked((before) => {
      const others = [...before].filter((each) => each !== uid)
      return new Set(isChosen ? [...others, uid] : others)
    })
  }, [])
  return {
    canChoose,
    chosenOn: first?.chainId,
    // An order that has ended meanwhile is selected no more.
    chosen: new Set(choosable.filter((uid) => picked.has(uid))) as ReadonlySet<Hex>,
    choose,
    chooseAll: () => setPicked(canChoose),
    clear: useCallback(() => setPicked(new Set()), []),
  }
}

/** Regroups when the day ends. */
function useGroups(orders: readonly ShownOrder[], limit: number) {
  const today = useClock((nowMs) => localDay(new Date(nowMs || Date.now())))
  return useMemo(() => {
    const now = today === localDay(new Date()) ? new Date() : new Date(`${today}T00:00`)
    return firstRows(groupOrders(orders, now), limit)
  }, [orders, today, limit])
}

function firstRows<T>(groups: readonly OrderGroup<T>[], limit: number): readonly OrderGroup<T>[] {
  let left = limit
  return groups.flatMap((group) => {
    const items = group.items.slice(0, Math.max(0, left))
    left -= items.length
    return items.length === 0 ? [] : [{ ...group, items }]
  })
}

const GroupLabel = ({ kind, day }: OrderGroup<unknown>) => {
  const t = useTranslations('orders')
  const format = useFormat()
  return kind === 'day' ? format.localDayInYear(day, new Date()) : t(`day.${kind}`)
}

function useColumns(hasChoices: boolean): readonly ListColumn[] {
  const t = useTranslations('orders')
  return [
    { key: 'order', label: t('column.order'), className: hasChoices ? 'tab:pl-9' : '' },
    { key: 'price', label: t('column.price'), align: 'end', className: deskOnly },
    {
      key: 'quote',
      label: (
        <>
          <span className="max-desk:hidden">{t('surplus.vsQuote')}</span>
          <span className="desk:hidden">{t('surplus.either')}</span>
        </>
      ),
      align: 'end',
    },
    { key: 'limit', label: t('surplus.vsLimit'), align: 'end', className: deskOnly },
    { key: 'status', label: t('column.state'), className: 'tab:pl-3' },
    { key: 'time', label: t('column.placed'), align: 'end', className: deskOnly },
    { key: 'actions', label: <span className="sr-only">{t('column.actions')}</span> },
  ]
}
