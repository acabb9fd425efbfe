'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useSettings } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { exclusionText } from '@/components/orders/exclusion-text'
import type { ShownToken } from '@/components/orders/token-amount'
import { Stamp } from '@/components/ui/stamp'
import { ratioOf, ratioText } from '@/lib/client/limit/ratio'
import { orderStamp } from '@/lib/client/orders/order-state'
import { type ShownOrder, sellLimit } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'

type Props = {
  readonly order: ShownOrder
  readonly nameToken: (address: Address) => ShownToken
  /** Distance of the limit from the market, if known. */
  readonly gap: number | undefined
  /** By the service's clock. */
  readonly nowSeconds: number
  readonly isCancelling: boolean
  /** Actions for the owner. */
  readonly actions: ReactNode
}

/** A limit order: amounts, price and what it waits for. */
export const LimitOrderRow = (props: Props) => {
  const { order, nameToken, nowSeconds, isCancelling, actions } = props
  const t = useTranslations('limit')
  const format = useFormat()
  const { network } = useSettings()
  const [sold, bought] = [nameToken(order.sellToken), nameToken(order.buyToken)]
  const known = { nowSeconds, isCancelling }
  const face = orderStamp({ t: useTranslations('orders'), format }, order, known)
  const pair = `${sold.symbol} → ${bought.symbol}`
  const end = format.local(new Date(order.validTo * 1_000), new Date())
  return (
    <li className="relative flex flex-wrap items-start justify-between gap-x-4 gap-y-2 border-b border-line p-4 last:border-b-0 hover:bg-sunken">
      <div className="grid min-w-0 flex-1 basis-60 gap-0.5">
        <Link
          href={`/orders/${order.uid}?chain=${network.chainId}`}
          prefetch={false}
          className="font-medium after:absolute after:inset-0 focus-visible:outline-transparent focus-visible:after:outline-3 focus-visible:after:-outline-offset-4 focus-visible:after:outline-(--focus)"
        >
          {pair}
        </Link>
        <Terms {...props} {...{ sold, bought }} />
        <Waiting {...props} />
        <p className="numeric text-label text-ink-2">{t('row.expires', { date: end })}</p>
      </div>
      <div className="relative flex flex-wrap items-center gap-2 max-desk:w-full max-desk:pt-1">
        <Stamp kind={face.kind} word={face.word} />
        <div className="ml-auto flex flex-wrap items-center gap-2">{actions}</div>
      </div>
    </li>
  )
}

type Named = { readonly sold: ShownToken; readonly bought: ShownToken }

const Terms = ({ order, sold, bought }: Props & Named) => {
  const t = useTranslations('limit')
  const format = useFormat()
  const { decimals: sellDecimals } = sold
  const { decimals: buyDecimals } = bought
  // Without the tokens' decimals, neither amount nor price can be shown.
  if (sellDecimals === undefined || buyDecimals === undefined) return null
  const sellAmount = sellLimit(order)
  const ratio = ratioOf(order.buyAmount, sellAmount)
  const scale = { sellDecimals, buyDecimals, isInverted: false }
  const price = ratio && format.rate(Number(ratioText(ratio, scale)))
  const unit = t('unit', { quote: bought.symbol, base: sold.symbol })
  return (
    <p className="numeric text-small text-ink-2">
      {t('row.amounts', {
        sold: `${format.amount(sellAmount, { ...sold, decimals: sellDecimals })} ${sold.symbol}`,
        bought: `${format.amount(order.buyAmount, { ...bought, decimals: buyDecimals })} ${bought.symbol}`,
      })}
      {price === undefined ? null : (
        <span className="block">{t('row.at', { price: `${price} ${unit}` })}</span>
      )}
    </p>
  )
}

/** The reason why it is excluded from auctions. */
const Waiting = ({ order, nameToken, gap }: Props) => {
  const t = useTranslations('orders')
  const format = useFormat()
  if (order.status !== 'open' || !order.exclusion) return null
  const timeText = (moment: Date) => format.local(moment, new Date())
  const { reason, action } = exclusionText({ t, format }, order.exclusion, {
    nameToken,
    timeText,
    gap,
  })
  return <p className="text-label text-ink-2">{`${reason} ${action}`}</p>
}
