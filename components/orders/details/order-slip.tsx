import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import type { TokenPlace } from '@/components/orders/linked-amount'
import {
  comparedTexts,
  numberText,
  rateText,
  type ShownToken,
  tokenAmountText,
} from '@/components/orders/token-amount'
import { TokenLink } from '@/components/tokens/token-link'
import { PriceRail } from '@/components/ui/price-rail'
import { Slip, SlipPerforation } from '@/components/ui/slip'
import { Stamp } from '@/components/ui/stamp'
import { Well } from '@/components/ui/well'
import { gainOf, type Offer, orderPrices } from '@/lib/client/orders/order-prices'
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
  const prices = orderPrices(order, offer)
  const { limit, quoted, executed } = prices
  const gain = gainOf(prices) ?? 0n
  // A single price has no scale to be shown on.
  if (quoted === undefined && executed === undefined) return null
  const { kind } = order
  const shown = [limit, quoted, executed].filter((atoms) => atoms !== undefined)
  const texts = comparedTexts({ t, format }, shown, token)
  const number = (atoms: bigint) => texts[shown.indexOf(atoms)] ?? ''
  return (
    <PriceRail
      prices={{ limit, quoted, executed }}
      labels={{
        limit: t('slip.limit', { kind, amount: number(limit) }),
        quoted: quoted === undefined ? undefined : t('slip.quoted', { amount: number(quoted) }),
        executed:
          executed === undefined
            ? undefined
            : t('slip.executed', { kind, amount: number(executed) }),
        surplus: gain > 0n ? tokenAmountText({ t, format }, gain, token) : undefined,
      }}
    />
  )
}
