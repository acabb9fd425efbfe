'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { memo, type ReactNode } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { LinkedAmount } from '@/components/orders/linked-amount'
import { gainText, type ShownToken } from '@/components/orders/token-amount'
import { TokenPair } from '@/components/tokens/token-mark'
import { Checkbox } from '@/components/ui/checkbox'
import { classNames } from '@/components/ui/class-names'
import { PriceRailMini } from '@/components/ui/price-rail'
import { Stamp } from '@/components/ui/stamp'
import { gainOf, orderPrices } from '@/lib/client/orders/order-prices'
import { orderStamp, orderState } from '@/lib/client/orders/order-state'
import { hasFills, type ShownOrder, shownAmounts } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { orderNote } from './order-note'

type Props = {
  readonly order: ShownOrder
  readonly nameToken: (address: Address) => ShownToken
  /** Unix seconds by the service's clock. */
  readonly nowSeconds: number
  readonly isCancelling: boolean
  /** Distance of its limit beyond the market price, as a fraction of it; undefined if unknown. */
  readonly gap: number | undefined
  /** Undefined if the order cannot be selected. */
  readonly isChosen: boolean | undefined
  /** Whether other rows have a checkbox. */
  readonly isIndented: boolean
  readonly onChoose: (uid: Hex, isChosen: boolean) => void
  readonly renderActions: (order: ShownOrder) => ReactNode
}

/** Column template shared by rows and headers on wide screens. */
export const orderColumns = 'desk:grid-cols-[minmax(0,1fr)_10rem_6.5rem_12rem_12rem]'

/** One order of the list; the whole row links to its page. */
export const OrderRow = memo((props: Props) => {
  const { order, nameToken, nowSeconds, isCancelling, isIndented } = props
  const { network } = useSettings()
  const t = useTranslations('orders')
  const format = useFormat()
  const now = new Date()
  const known = { nowSeconds, isCancelling }
  const face = orderStamp({ t, format }, order, known)
  const [sold, bought] = [nameToken(order.sellToken), nameToken(order.buyToken)]
  const state = orderState(order, known)
  const note = orderNote({ t, format }, { order, state, nameToken, gap: props.gap, now })
  return (
    <li
      className={classNames(
        'relative grid grid-cols-[minmax(calc(5.5rem+var(--indent,0rem)),1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-line p-4 [contain-intrinsic-size:auto_5.5rem] [content-visibility:auto] last:border-b-0 hover:bg-sunken desk:min-h-15 desk:py-2 desk:[&_:is(a,button)]:scroll-mt-14',
        orderColumns,
        isIndented && 'max-desk:[--indent:2.25rem]',
      )}
    >
      <div className="flex min-w-0 items-start max-xs:col-span-2">
        <Choice {...props} name={t('list.choose', { sold: sold.symbol, bought: bought.symbol })} />
        <span className="mr-3 max-xs:hidden">
          <TokenPair
            network={network}
            tokens={[{ address: order.sellToken }, { address: order.buyToken }]}
          />
        </span>
        <div className="grid min-w-0 gap-0.5">
          <Link
            href={`/orders/${order.uid}?chain=${network.chainId}`}
            prefetch={false}
            className="font-medium after:absolute after:inset-0 focus-visible:outline-transparent focus-visible:after:outline-3 focus-visible:after:-outline-offset-4 focus-visible:after:outline-(--focus)"
          >
            {sold.symbol} → {bought.symbol}
          </Link>
          <p className="numeric text-small text-ink-2">
            <Amounts order={order} sold={sold} bought={bought} />
          </p>
          {note === undefined ? null : (
            <p
              className={classNames(
                'text-label',
                state === 'excluded' ? 'text-warn' : 'text-ink-2',
              )}
            >
              {note}
            </p>
          )}
        </div>
      </div>
      <div className="justify-self-end max-xs:col-span-2 max-xs:justify-self-start max-xs:pt-1 max-xs:pl-(--indent) desk:order-3 desk:justify-self-start">
        <Stamp kind={face.kind} word={face.word} />
      </div>
      <Improvement order={order} token={order.kind === 'sell' ? bought : sold} />
      <p className="numeric pl-(--indent) text-label whitespace-nowrap text-ink-2 desk:order-2">
        <time dateTime={order.createdAt.toISOString()}>{format.local(order.createdAt, now)}</time>
      </p>
      <div className="relative flex min-h-8 flex-wrap items-center justify-end gap-2 desk:order-4">
        {props.renderActions(order)}
      </div>
    </li>
  )
})
OrderRow.displayName = 'OrderRow'

const Choice = ({
  order,
  isChosen,
  isIndented,
  onChoose,
  name,
}: Pick<Props, 'order' | 'isChosen' | 'isIndented' | 'onChoose'> & { readonly name: string }) =>
  isChosen === undefined ? (
    isIndented && <span className="w-9 shrink-0" />
  ) : (
    <div className="relative z-1 -my-2.5">
      <Checkbox
        label={<span className="sr-only">{name}</span>}
        checked={isChosen}
        onCheckedChange={(checked) => onChoose(order.uid, checked)}
      />
    </div>
  )

const Improvement = ({
  order,
  token,
}: {
  readonly order: ShownOrder
  readonly token: ShownToken
}) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const prices = orderPrices(order, order.offer)
  const { limit, quoted, executed } = prices
  const gain = gainOf(prices) ?? 0n
  if (executed === undefined || gain === 0n) {
    return <span className="hidden desk:order-1 desk:block" />
  }
  const text = gainText({ t, format }, { gain, token })
  const over = quoted === undefined ? 'vsLimit' : 'vsQuote'
  return (
    <p className="col-span-2 flex items-center gap-2 pl-(--indent) desk:order-1 desk:col-span-1">
      <PriceRailMini
        prices={{ kind: order.kind, limit, quoted, executed }}
        label={`${t(`surplus.${over}`)} ${text}`}
      />
      <span aria-hidden="true" className="numeric grid text-label">
        <span className={gain > 0n ? 'text-surplus' : 'text-danger'}>{text}</span>
        <span className="text-ink-2">{t(`surplus.${over}`)}</span>
      </span>
    </p>
  )
}

type AmountsProps = {
  readonly order: ShownOrder
  readonly sold: ShownToken
  readonly bought: ShownToken
}

/** The exchanged amounts; each symbol links to its token page, the rest of the row to the order. */
const Amounts = ({ order, sold, bought }: AmountsProps) => {
  const t = useTranslations('orders')
  const { name: network } = useSettings().network
  const { sold: sell, bought: buy } = shownAmounts(order)
  const sale = { network, address: order.sellToken }
  const purchase = { network, address: order.buyToken }
  return t.rich(hasFills(order) ? 'row.traded' : `row.${order.kind}`, {
    gives: () => <LinkedAmount key="gives" atoms={sell} token={sold} at={sale} />,
    gets: () => <LinkedAmount key="gets" atoms={buy} token={bought} at={purchase} />,
  })
}
