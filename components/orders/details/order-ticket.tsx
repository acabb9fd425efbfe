import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import {
  comparedTexts,
  gainPercentText,
  gainText,
  gainTone,
  isEven,
  numberText,
  rateOf,
  type ShownToken,
} from '@/components/orders/token-amount'
import { tokenHref } from '@/components/tokens/token-link'
import { TokenMark } from '@/components/tokens/token-mark'
import { Badge } from '@/components/ui/badge'
import { EndStamp } from '@/components/ui/end-stamp'
import { Link } from '@/components/ui/link'
import { LimitPriceRail, PriceRail } from '@/components/ui/price-rail'
import { Receipt, ReceiptAmount } from '@/components/ui/receipt'
import { gainOf, orderPrices } from '@/lib/client/orders/order-prices'
import { filledPercent, orderState } from '@/lib/client/orders/order-state'
import { hasFills, sellLimit, shownAmounts } from '@/lib/client/orders/shown-order'
import { usdValue } from '@/lib/client/usd-value'
import type { Network } from '@/lib/core/networks/network'
import { endOf } from './order-timeline'
import type { ReceiptFacts } from './receipt-facts'
import { TicketRows } from './ticket-rows'

/** An order as a receipt: what was exchanged, at which price, how that compares, and what it cost. */
export const OrderTicket = (facts: ReceiptFacts) => {
  const t = useTranslations('orders')
  const { order, sold, bought, dollars, network, amounts } = facts
  const atoms = shownAmounts(order)
  const tense = hasFills(order) ? 'done' : order.kind
  const isShown = amounts === 'shown'
  const id = order.uid.slice(2, 10)
  return (
    <Receipt
      label={t('receipt.label')}
      number={order.status === 'open' ? t('receipt.order', { id }) : t('receipt.number', { id })}
      head={
        <>
          <Leg
            name={t(`receipt.sold.${tense}`)}
            atoms={isShown ? atoms.sold : undefined}
            token={sold}
            usd={dollars.sold}
            network={network}
          />
          <Leg
            name={t(`receipt.received.${tense}`)}
            atoms={isShown ? atoms.bought : undefined}
            token={bought}
            usd={dollars.bought}
            network={network}
          />
        </>
      }
    >
      {isShown ? <Rail {...facts} /> : null}
      <Outcome {...facts} />
      <div className="mt-auto border-t border-hair pt-5">
        <TicketRows {...facts} />
      </div>
    </Receipt>
  )
}

type LegProps = {
  readonly name: string
  /** Undefined: hidden. */
  readonly atoms: bigint | undefined
  readonly token: ShownToken
  /** Dollars per whole token. */
  readonly usd: number | undefined
  readonly network: Network
}

const Leg = ({ name, atoms, token, usd, network }: LegProps) => {
  const format = useFormat()
  const words = { t: useTranslations('orders'), format }
  const { address, symbol, decimals } = token
  const value = usdValue(atoms, decimals === undefined ? undefined : { decimals }, usd)
  return (
    <ReceiptAmount
      name={name}
      amount={atoms === undefined ? null : numberText(words, atoms, token)}
      unit={
        <Link
          href={tokenHref(network.name, address)}
          className="decoration-line-strong decoration-1 underline-offset-4 hover:underline"
        >
          {symbol}
        </Link>
      }
      note={atoms === undefined ? undefined : format.usd(value)}
      mark={<TokenMark network={network} token={token} size={40} />}
    />
  )
}

const Rail = (facts: ReceiptFacts) => {
  const words = { t: useTranslations('orders'), format: useFormat() }
  const { order, offer, sold, bought } = facts
  const { limit, quoted, executed } = orderPrices(order, offer)
  if (quoted === undefined && executed === undefined) return <MarketRail {...facts} />
  const token = order.kind === 'sell' ? bought : sold
  return (
    <PriceRail
      prices={{ kind: order.kind, limit, quoted, executed }}
      texts={(each) => comparedTexts(words, each, token)}
      isBare={executed !== undefined}
    />
  )
}

/** The limit price of an open order beside the market's. A single price has no scale to be shown on. */
const MarketRail = ({ order, dollars, sold, bought }: ReceiptFacts) => {
  const format = useFormat()
  const limit = rateOf(
    { atoms: sellLimit(order), token: sold },
    { atoms: order.buyAmount, token: bought },
  )
  if (order.status !== 'open' || !limit || !dollars.sold || !dollars.bought) return null
  const market = dollars.sold / dollars.bought
  return (
    <LimitPriceRail
      prices={{ limit, market, isHigherBetter: true }}
      text={(price) => format.rate(price)}
    />
  )
}

/** The surplus and the stamp; of an open order its status. */
const Outcome = (facts: ReceiptFacts) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const { order } = facts
  const end = endOf(facts)
  const note = `${format.day(end)} · ${format.utcClock(end)} UTC`
  const kind = order.status === 'fulfilled' ? 'filled' : order.status
  return (
    <div className="flex min-h-24 flex-wrap items-center justify-between gap-x-4 gap-y-3">
      {hasFills(order) ? <Surplus {...facts} /> : <NoFill {...facts} />}
      <EndStamp end={kind === 'open' ? undefined : { kind, word: t(`state.${kind}`), note }} />
    </div>
  )
}

type FigureProps = {
  readonly name: string
  readonly note: string | undefined
  readonly tone?: string | undefined
  readonly children: ReactNode
}

const Figure = ({ name, note, tone = '', children }: FigureProps) => (
  <div className="grid min-w-0 gap-0.5">
    <p className="text-label text-ink-2">{name}</p>
    <p className={`numeric text-stat font-semibold wrap-anywhere ${tone}`}>{children}</p>
    {note === undefined ? null : <p className="numeric text-label text-ink-2">{note}</p>}
  </div>
)

const Surplus = ({ order, offer, sold, bought, costs, amounts }: ReceiptFacts) => {
  const t = useTranslations('orders')
  const words = { t, format: useFormat() }
  const prices = orderPrices(order, offer)
  const { limit, quoted } = prices
  const gain = gainOf(prices) ?? 0n
  const over = quoted ?? limit
  if (isEven(gain, over)) {
    return (
      <Figure name={t('receipt.result')} note={undefined}>
        {t(quoted === undefined ? 'receipt.atLimit' : 'receipt.asQuoted')}
      </Figure>
    )
  }
  const token = order.kind === 'sell' ? bought : sold
  const percent = gainPercentText(words, { gain, over })
  const isAllTheirs = gain > 0n && (costs?.fees.length ?? 0) === 0
  const tone = toneOf(gain, over)
  const name = t(gainName({ gain, quoted }))
  if (amounts === 'hidden') {
    return (
      <Figure name={name} note={isAllTheirs ? t('receipt.all') : undefined} tone={tone}>
        {percent}
      </Figure>
    )
  }
  return (
    <Figure name={name} note={isAllTheirs ? t('receipt.allOf', { percent }) : percent} tone={tone}>
      {gainText(words, { gain, token })}
    </Figure>
  )
}

/** Only a quote can be missed: no order is filled below its limit. */
const gainName = ({
  gain,
  quoted,
}: {
  readonly gain: bigint
  readonly quoted: bigint | undefined
}) =>
  quoted === undefined ? 'surplus.vsLimit' : gain < 0n ? 'surplus.belowQuote' : 'surplus.vsQuote'

function toneOf(gain: bigint, over: bigint): string | undefined {
  const tone = gainTone(gain, over)
  if (tone === 'level') return undefined
  return tone === 'up' ? 'text-surplus' : 'text-danger'
}

const NoFill = ({ order, nowSeconds }: ReceiptFacts) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const state = orderState(order, { nowSeconds })
  if (order.status !== 'open') {
    return (
      <Figure name={t('receipt.result')} note={t('receipt.kept')}>
        {t('receipt.nothing')}
      </Figure>
    )
  }
  const percent = filledPercent(order)
  return (
    <div className="grid justify-items-start gap-1.5">
      <p className="text-label text-ink-2">{t('column.state')}</p>
      {state === 'open' ? (
        <Badge
          {...(order.exclusion ? { tone: 'info', sign: 'dot' } : { tone: 'primary', sign: 'live' })}
        >
          {order.exclusion ? t('state.open') : t('step.auction')}
        </Badge>
      ) : (
        <Badge
          tone={state === 'excluded' || state === 'refused' ? 'warn' : 'info'}
          sign={state === 'awaitingSignature' ? 'pen' : 'dot'}
        >
          {state === 'excluded'
            ? t(`exclusion.${order.exclusion?.code ?? 'waitsForPrice'}.state`)
            : state === 'partlyFilled'
              ? t('state.partlyFilled', { percent: format.wholePercent(percent) })
              : t(`state.${state}`)}
        </Badge>
      )}
    </div>
  )
}
