import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AutoRefresh } from '@/components/app/auto-refresh'
import { useFormat } from '@/components/i18n/use-format'
import { Disclosure } from '@/components/ui/disclosure'
import { Stepper } from '@/components/ui/stepper'
import { nextPollMs } from '@/lib/client/orders/order-pages'
import { type Offer, orderPrices } from '@/lib/client/orders/order-prices'
import type { Address } from '@/lib/core/address'
import type { OrderCosts as Costs } from '@/lib/orders/order-costs'
import type { FillAuction } from '@/lib/settlements/reports/list-auctions-of-order'
import { FillOutcome } from './fill-outcome'
import { LateOrder } from './late-order'
import { OrderBids } from './order-bids'
import { OrderCosts } from './order-costs'
import { OrderDetails } from './order-details'
import { OrderSlip } from './order-slip'
import { isLate, orderTimeline, type TimelineFacts } from './order-timeline'
import { OrderTrades, type ShownTrade } from './order-trades'
import { SurplusRows } from './surplus-rows'
import type { ShownToken } from './token-amount'

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
