import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AutoRefresh } from '@/components/app/auto-refresh'
import { bidVerdict } from '@/components/auctions/bid-verdict'
import { useFormat } from '@/components/i18n/use-format'
import { comparedTexts, type ShownToken, tokenAmountText } from '@/components/orders/token-amount'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { Disclosure } from '@/components/ui/disclosure'
import { Stepper } from '@/components/ui/stepper'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { shortAddress } from '@/components/wallet/short-address'
import type { FeePolicyJson } from '@/lib/chain-events/executed-fee'
import { nextPollMs } from '@/lib/client/orders/order-pages'
import { type Offer, orderPrices } from '@/lib/client/orders/order-prices'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { OrderKind } from '@/lib/core/order'
import type { OrderCosts as Costs } from '@/lib/orders/order-costs'
import type { FillAuction, OrderBid } from '@/lib/settlements/reports/find-order-report'
import { FillOutcome } from './fill-outcome'
import { LateOrder } from './late-order'
import { OrderSlip } from './order-slip'
import { isLate, orderTimeline, type TimelineFacts } from './order-timeline'
import { OrderTrades, type ShownTrade } from './order-trades'
import { SurplusRows } from './surplus-rows'

type Props = {
  readonly order: TimelineFacts['order']
  readonly receiver: Address
  /** Newest first. */
  readonly trades: readonly ShownTrade[]
  readonly sold: ShownToken
  readonly bought: ShownToken
  readonly offer: Offer | undefined
  /** The auctions that its fills come from. */
  readonly auctions: readonly FilledAuction[]
  /** Upper bound on the total over all fills, in atoms; undefined if unknown. */
  readonly bound: bigint | undefined
  /** Network cost and fees of its fills; undefined if unknown. */
  readonly costs: Costs | undefined
  readonly network: { readonly chainId: number; readonly title: string }
  /** The order as the API returns it. */
  readonly json: string
  readonly nowSeconds: number
  /** The owner's actions, shown while the order is open. */
  readonly actions: ReactNode
}

type FilledAuction = Pick<FillAuction, 'txHash' | 'auctionId' | 'bids'>

/** The public page of an order: slip, timeline, execution quality, costs, fills and bids. */
export const OrderReport = (props: Props) => {
  const format = useFormat()
  const t = useTranslations('orders')
  const { order, receiver, trades, sold, bought, offer, network, json, nowSeconds } = props
  const { auctions, bound, costs } = props
  const prices = orderPrices(order, offer)
  const { limit, quoted, executed: got } = prices
  const isOpen = order.status === 'open'
  const fills = trades.toReversed()
  const token = order.kind === 'sell' ? bought : sold
  const everyMs = nextPollMs([order], nowSeconds * 1_000)
  const nameToken = (token: Address) => (token === order.sellToken ? sold : bought)
  const auctionsWithBids = auctions.filter(({ bids }) => bids.length > 0)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-h1">
          {sold.symbol} → {bought.symbol}
        </h1>
        <p className="text-ink-2">{network.title}</p>
      </div>
      <div className="grid grid-cols-1 items-start gap-8 tab:grid-cols-[26rem_minmax(0,1fr)] desk:grid-cols-[30rem_minmax(0,1fr)] desk:gap-x-10">
        <div className="grid grid-cols-1 gap-4">
          <OrderSlip
            order={order}
            sold={sold}
            bought={bought}
            offer={offer}
            network={network.chainId}
            nowSeconds={nowSeconds}
          />
          {isLate(order, nowSeconds) && prices.quoted !== undefined ? <LateOrder /> : null}
          {isOpen ? props.actions : null}
        </div>
        <div className="contents grid-cols-1 gap-8 desk:grid">
          <section className="grid gap-4">
            <h2 className="text-h3">{t('report.happened')}</h2>
            <Stepper
              label={t('report.timeline')}
              pace={isOpen && !order.exclusion ? 'busy' : 'idle'}
              steps={orderTimeline({ t, format }, { order, fills, nowSeconds, nameToken })}
            />
          </section>
          {got === undefined ? null : (
            <section aria-labelledby="quality" className="col-span-full grid grid-cols-1 gap-4">
              <h2 id="quality" className="text-h3">
                {t('report.quality')}
              </h2>
              <FillOutcome
                outcome={{ kind: order.kind, limit, quoted, got, bound }}
                token={token}
              />
              <SurplusRows {...{ prices, token }} />
            </section>
          )}
          {costs === undefined ? null : (
            <section aria-labelledby="costs" className="col-span-full grid grid-cols-1 gap-4">
              <h2 id="costs" className="text-h3">
                {t('costs.title')}
              </h2>
              <OrderCosts costs={costs} token={token} sold={sold} />
            </section>
          )}
          {trades.length === 0 ? null : (
            <section className="col-span-full grid grid-cols-1 gap-4">
              <h2 className="text-h3">{t('report.trades')}</h2>
              <OrderTrades
                trades={trades}
                auctions={auctions}
                sold={{ ...sold, network: network.chainId, address: order.sellToken }}
                bought={{ ...bought, network: network.chainId, address: order.buyToken }}
              />
            </section>
          )}
          {auctionsWithBids.length === 0 ? null : (
            <section className="col-span-full grid grid-cols-1 gap-4">
              <h2 className="text-h3">{t('bids.title')}</h2>
              {auctionsWithBids.map(({ auctionId, bids }) => (
                <OrderBids key={`${auctionId}`} kind={order.kind} bids={bids} token={token} />
              ))}
            </section>
          )}
          <section className="col-span-full grid grid-cols-1 gap-4">
            <h2 className="text-h3">{t('report.signed')}</h2>
            <OrderDetails order={order} receiver={receiver} network={network.title} />
            <Disclosure summary={t('report.asApi')}>
              <pre className="max-h-96 overflow-auto rounded-well bg-sunken p-4 font-mono text-code">
                {json}
              </pre>
            </Disclosure>
          </section>
        </div>
      </div>
      {everyMs === false ? null : <AutoRefresh everyMs={everyMs} />}
    </div>
  )
}

type CostsProps = {
  readonly costs: Costs
  /** The token fees are charged in. */
  readonly token: ShownToken
  /** The sell token, in which a signed fee is charged. */
  readonly sold: ShownToken
}

/** An order's network cost and fees, itemised with their total. */
const OrderCosts = ({ costs, token, sold }: CostsProps) => {
  const t = useTranslations('orders')
  const format = useFormat()
  const text = (atoms: bigint, of = token) => tokenAmountText({ t, format }, atoms, of)
  const { network, fees, otherFees, total, signedFee } = costs
  return (
    <DetailList>
      {signedFee > 0n ? <Detail name={t('costs.signed')}>{text(signedFee, sold)}</Detail> : null}
      {network === undefined ? null : <Detail name={t('costs.network')}>{text(network)}</Detail>}
      {fees.map(({ to, recipient, policy, amount }) => {
        const way = policyText({ t, format }, policy)
        return (
          <Detail key={`${recipient} ${way}`} name={`${t(`costs.${to}`)} (${way})`}>
            {text(amount)}
          </Detail>
        )
      })}
      {otherFees > 0n ? <Detail name={t('costs.earlier')}>{text(otherFees)}</Detail> : null}
      <Detail name={t('costs.total')}>{text(total)}</Detail>
    </DetailList>
  )
}

type Words = Parameters<typeof tokenAmountText>[0]

/** The basis of a fee: "0.30% of the volume". */
function policyText({ t, format }: Words, policy: FeePolicyJson): string {
  const percent = (factor: number) => format.percent(factor)
  if ('volume' in policy) return t('costs.ofVolume', { part: percent(policy.volume.factor) })
  const [kind, { factor, maxVolumeFactor }] =
    'surplus' in policy
      ? (['ofSurplus', policy.surplus] as const)
      : (['ofImprovement', policy.priceImprovement] as const)
  return t(`costs.${kind}`, { part: percent(factor), most: percent(maxVolumeFactor) })
}

type DetailsProps = {
  readonly order: ShownOrder
  readonly receiver: Address
  /** Title, such as "Ethereum, embedded". */
  readonly network: string
}

/** The signed order, field by field. */
const OrderDetails = ({ order, receiver, network }: DetailsProps) => {
  const t = useTranslations('orders')
  const format = useFormat()
  return (
    <DetailList>
      <Detail name={t('details.order')}>
        <Code text={order.uid} what={t('details.id')} />
      </Detail>
      <Detail name={t('details.network')}>{network}</Detail>
      <Detail name={t('details.owner')}>
        <Code text={order.owner} what={t('details.ownerAddress')} />
      </Detail>
      {receiver === order.owner ? null : (
        <Detail name={t('details.receiver')}>
          <Code text={receiver} what={t('details.receiverAddress')} />
        </Detail>
      )}
      <Detail name={t('details.kind')}>
        {order.kind === 'sell' ? t('details.sell') : t('details.buy')}
      </Detail>
      <Detail name={t('details.fills')}>
        {order.partiallyFillable ? t('details.inParts') : t('details.atOnce')}
      </Detail>
      <Detail name={t('details.validUntil')}>{format.utc(new Date(order.validTo * 1000))}</Detail>
      <Detail name={t('details.signature')}>{t(`details.scheme.${order.signingScheme}`)}</Detail>
    </DetailList>
  )
}

const Code = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <span className="-my-3 -mr-3.5 inline-flex items-center font-mono text-code font-normal">
    {shortAddress(text)}
    <CopyButton text={text} what={what} />
  </span>
)

type BidsProps = {
  readonly kind: OrderKind
  /** Best solution first. */
  readonly bids: readonly OrderBid[]
  /** The token of the variable amount: buy token of a sell order, sell token of a buy order. */
  readonly token: ShownToken
}

/** Each solver's bid for the order in the auction that filled it. */
const OrderBids = ({ kind, bids, token }: BidsProps) => {
  const t = useTranslations('orders')
  const verdicts = useTranslations('auctions')
  const amounts = comparedTexts(
    { t, format: useFormat() },
    bids.map(({ buyAmount, sellAmount }) => (kind === 'sell' ? buyAmount : sellAmount)),
    token,
  )
  return (
    <Table caption={t('bids.title')}>
      <thead>
        <tr>
          <TableHead>{t('bids.solver')}</TableHead>
          <TableHead align="end">
            {kind === 'sell'
              ? t('bids.given', { symbol: token.symbol })
              : t('bids.taken', { symbol: token.symbol })}
          </TableHead>
          <TableHead>{t('bids.outcome')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {bids.map((bid, index) => {
          const { word, tone } = bidVerdict(verdicts, bid)
          return (
            <tr key={bid.ranking}>
              <TableCell className="wrap-anywhere">{bid.solver}</TableCell>
              <TableCell align="end">{amounts[index]}</TableCell>
              <TableCell>
                <Badge tone={tone}>{word}</Badge>
              </TableCell>
            </tr>
          )
        })}
      </tbody>
    </Table>
  )
}
