import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import type { TokenPlace } from '@/components/orders/linked-amount'
import {
  comparedTexts,
  numberText,
  rateText,
  type ShownToken,
} from '@/components/orders/token-amount'
import { TokenLink } from '@/components/tokens/token-link'
import { PriceRail } from '@/components/ui/price-rail'
import { Slip, SlipPerforation } from '@/components/ui/slip'
import { Stamp } from '@/components/ui/stamp'
import { Well } from '@/components/ui/well'
import { type Offer, orderPrices } from '@/lib/client/orders/order-prices'
import { orderStamp } from '@/lib/client/orders/order-state'
import { hasFills, type ShownOrder, shownAmounts } from '@/lib/client/orders/shown-order'

type Props = {
  readonly order: ShownOrder
  readonly sold: ShownToken
  readonly bought: ShownToken
  /** The quote it was signed on. */
  readonly offer?: Offer | undefined
  /** Name or chain id. */
  readonly network: string | number
  readonly nowSeconds: number
}

/** An order as a slip: amounts, price rail, rate and stamp. */
export const OrderSlip = ({ order, sold, bought, offer, network, nowSeconds }: Props) => {
  const format = useFormat()
  const t = useTranslations('orders')
  const face = orderStamp({ t, format }, order, { nowSeconds })
  const { sold: sellAtoms, bought: buyAtoms } = shownAmounts(order)
  const rate = rateText(
    format,
    { atoms: sellAtoms, token: sold },
    { atoms: buyAtoms, token: bought },
  )
  const tense = hasFills(order) ? 'done' : order.kind
  return (
    <Slip aria-label={t('slip.label')}>
      <Leg
        label={t(`slip.pays.${tense}`)}
        atoms={sellAtoms}
        token={{ ...sold, address: order.sellToken, network }}
      />
      <SlipPerforation />
      <Leg
        label={t(`slip.receives.${tense}`)}
        atoms={buyAtoms}
        token={{ ...bought, address: order.buyToken, network }}
      />
      <div className="grid gap-3 px-1 pt-4 pb-1">
        <Rail order={order} offer={offer} token={order.kind === 'sell' ? bought : sold} />
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p className="numeric text-small text-ink-2">{rate}</p>
          <Stamp kind={face.kind} word={face.word} />
        </div>
      </div>
    </Slip>
  )
}

type LegProps = {
  readonly label: string
  readonly atoms: bigint
  readonly token: ShownToken & TokenPlace
}

const Leg = ({ label, atoms, token }: LegProps) => {
  const words = { t: useTranslations('orders'), format: useFormat() }
  const number = numberText(words, atoms, token)
  return (
    <Well className="grid content-center gap-2">
      <p className="text-label text-ink-2">{label}</p>
      <p className="flex flex-wrap items-baseline justify-between gap-x-3">
        <span
          className="amount-text wrap-anywhere"
          data-length={number.length > 13 ? 'longer' : number.length > 9 ? 'long' : 'short'}
        >
          {number}
        </span>
        <span className="font-medium">
          <TokenLink network={token.network} token={token} />
        </span>
      </p>
    </Well>
  )
}

type RailProps = {
  readonly order: ShownOrder
  readonly offer: Offer | undefined
  readonly token: ShownToken
}

const Rail = ({ order, offer, token }: RailProps) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const { limit, quoted, executed } = orderPrices(order, offer)
  // A single price has no scale to be shown on.
  if (quoted === undefined && executed === undefined) return null
  return (
    <PriceRail
      prices={{ kind: order.kind, limit, quoted, executed }}
      texts={(amounts) => comparedTexts({ t, format }, amounts, token)}
    />
  )
}
