'use client'

import Link from 'next/link'
import { useSettings } from '@/components/app/settings'
import { Button } from '@/components/ui/button'
import { PriceRailMini } from '@/components/ui/price-rail'
import { Stamp } from '@/components/ui/stamp'
import type { Address } from '@/lib/core/address'
import { LinkedAmount } from './linked-amount'
import { orderFace } from './order-face'
import { orderPrices } from './order-prices'
import { isCancellable, isTouched, type ShownOrder, sellLimit } from './shown-order'
import { localText } from './time-text'
import { type ShownToken, tokenAmountText } from './token-amount'

type Props = {
  readonly order: ShownOrder
  readonly nameToken: (address: Address) => ShownToken
  readonly isCancelling: boolean
  /** Left out where the wallet may not sign. */
  readonly onCancel?: () => void
}

/** One order of a list; the whole row leads to its page. */
export const OrderRow = ({ order, nameToken, isCancelling, onCancel }: Props) => {
  const { network } = useSettings()
  const now = new Date()
  const face = orderFace(order, { nowSeconds: now.getTime() / 1000, isCancelling })
  const [sold, bought] = [nameToken(order.sellToken), nameToken(order.buyToken)]
  return (
    <li className="relative grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-4 gap-y-2 border-b border-line p-4 last:border-b-0 hover:bg-sunken tab:grid-cols-[minmax(0,1fr)_10rem_7rem_9rem_5.5rem]">
      <div className="grid gap-0.5">
        <Link
          href={`/orders/${order.uid}?chain=${network.chainId}`}
          className="font-medium after:absolute after:inset-0 focus-visible:outline-transparent focus-visible:after:outline-3 focus-visible:after:-outline-offset-4 focus-visible:after:outline-(--focus)"
        >
          {sold.symbol} → {bought.symbol}
        </Link>
        <p className="numeric text-small text-ink-2">
          <Amounts order={order} sold={sold} bought={bought} />
        </p>
      </div>
      <div className="justify-self-end tab:order-3">
        <Stamp kind={face.kind} word={face.word} />
      </div>
      <Improvement order={order} token={order.kind === 'sell' ? bought : sold} />
      <p className="numeric text-label text-ink-2 tab:order-1">
        <time dateTime={order.createdAt.toISOString()}>{localText(order.createdAt, now)}</time>
      </p>
      <div className="min-h-8 justify-self-end tab:order-4">
        {onCancel && isCancellable(order) && !isCancelling ? (
          <Button
            size="small"
            onClick={onCancel}
            aria-label={`Cancel ${sold.symbol} to ${bought.symbol}`}
            className="relative"
          >
            Cancel
          </Button>
        ) : null}
      </div>
    </li>
  )
}

const Improvement = ({
  order,
  token,
}: {
  readonly order: ShownOrder
  readonly token: ShownToken
}) => {
  const { limit, executed, surplus } = orderPrices(order)
  if (executed === undefined || surplus === undefined || surplus <= 0n) {
    return <span className="hidden tab:block" />
  }
  const text = `+${tokenAmountText(surplus, token)}`
  return (
    <p className="col-span-2 flex items-center gap-2 tab:col-span-1">
      <PriceRailMini
        prices={{ limit, quoted: limit, executed }}
        label={`${text} over the limit price`}
      />
      <span aria-hidden="true" className="numeric grid text-label">
        <span className="text-surplus">{text}</span>
        <span className="text-ink-2">over the limit</span>
      </span>
    </p>
  )
}

type AmountsProps = {
  readonly order: ShownOrder
  readonly sold: ShownToken
  readonly bought: ShownToken
}

/** What is exchanged; the tokens lead to their own pages, the rest of the row to the order's. */
const Amounts = ({ order, sold, bought }: AmountsProps) => {
  const { name: network } = useSettings().network
  const touched = isTouched(order)
  const sell = touched ? order.executedSell : sellLimit(order)
  const buy = touched ? order.executedBuy : order.buyAmount
  const gives = (
    <LinkedAmount atoms={sell} token={sold} at={{ network, address: order.sellToken }} />
  )
  const gets = <LinkedAmount atoms={buy} token={bought} at={{ network, address: order.buyToken }} />
  if (touched)
    return (
      <>
        {gives} for {gets}
      </>
    )
  return order.kind === 'sell' ? (
    <>
      {gives} for at least {gets}
    </>
  ) : (
    <>
      {gets} for at most {gives}
    </>
  )
}
