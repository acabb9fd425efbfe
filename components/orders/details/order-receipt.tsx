import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AutoRefresh } from '@/components/app/auto-refresh'
import type { ServedNetwork } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { AddressText } from '@/components/tokens/address-text'
import { Breadcrumb } from '@/components/ui/breadcrumb'
import { Disclosure } from '@/components/ui/disclosure'
import { Link } from '@/components/ui/link'
import { PageHead } from '@/components/ui/page-head'
import { Panel } from '@/components/ui/panel'
import { ProgressSegments } from '@/components/ui/progress-segments'
import { nextPollMs } from '@/lib/client/orders/order-pages'
import { orderPrices } from '@/lib/client/orders/order-prices'
import { sellLimit } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import { WhyLate } from './late-order'
import { OrderDetails } from './order-details'
import { OrderTicket } from './order-ticket'
import { isLate, orderTimeline } from './order-timeline'
import { OrderTrades } from './order-trades'
import { ceilingText } from './outcome-text'
import type { ReceiptFacts } from './receipt-facts'
import { receiptTitle } from './receipt-title'
import { SolverBids } from './solver-bids'

type Props = {
  readonly facts: ReceiptFacts
  readonly served: ServedNetwork
  /** The order as the API returns it. */
  readonly json: string
  /** Share, repeat, and the owner's actions. */
  readonly actions: ReactNode
}

/** The public page of an order: its receipt, progress, fills, bids and details. */
export const OrderReceipt = ({ facts, served, json, actions }: Props) => {
  const t = useTranslations('orders')
  const words = { t, format: useFormat() }
  const { order, trades, sold, bought, network, nowSeconds, amounts } = facts
  const everyMs = nextPollMs([order], nowSeconds * 1_000)
  return (
    <div className="grid grid-cols-1 gap-6">
      <PageHead
        breadcrumb={
          <Breadcrumb places={[{ href: `/orders?chain=${network.name}`, name: t('title') }]}>
            <AddressText address={order.uid} what={t('details.id')} />
          </Breadcrumb>
        }
        title={receiptTitle(words, facts)}
        actions={actions}
      />
      {amounts === 'hidden' ? <HiddenAmounts uid={order.uid} /> : null}
      <div className="grid grid-cols-1 gap-4 tab:gap-6 desk:grid-cols-[28.5rem_minmax(0,1fr)]">
        <OrderTicket {...facts} />
        <div className="flex min-w-0 flex-col gap-4 *:last:flex-1">
          <Progress {...facts} />
          {amounts === 'hidden' ? null : (
            <>
              {trades.length > 1 ? (
                <OrderTrades
                  trades={trades}
                  sold={{ ...sold, network: network.name }}
                  bought={{ ...bought, network: network.name }}
                />
              ) : null}
              <Bids {...facts} />
            </>
          )}
          <OrderDetails {...facts} served={served} json={json} />
        </div>
      </div>
      {everyMs === false ? null : <AutoRefresh everyMs={everyMs} />}
    </div>
  )
}

/** Says that this link hides the amounts, and shows them. */
const HiddenAmounts = ({ uid }: { readonly uid: string }) => {
  const t = useTranslations('orders')
  return (
    <p className="text-small text-ink-2">
      {t('hidden.note')}{' '}
      <Link
        href={`/orders/${uid}`}
        className="font-medium text-primary underline underline-offset-4"
      >
        {t('hidden.show')}
      </Link>
    </p>
  )
}

const Progress = (facts: ReceiptFacts) => {
  const t = useTranslations('orders')
  const { order, sold, bought, auctions, nowSeconds } = facts
  const [auction] = auctions
  const timeline = orderTimeline(
    { t, format: useFormat() },
    {
      ...facts,
      auction: auction && {
        decidedAt: auction.decidedAt,
        bids: auction.bids.length,
        winner: auction.bids.find(({ isWinner }) => isWinner)?.solver,
      },
      nameToken: (token: Address) => (token === order.sellToken ? sold : bought),
    },
  )
  const isWaiting = order.status === 'open' && order.signed && !order.exclusion
  return (
    <Panel
      title={t('report.progress')}
      aside={<span className="text-label text-ink-2">{t('report.utc')}</span>}
    >
      <ProgressSegments
        label={t('report.progress')}
        segments={timeline.steps}
        pace={isWaiting ? 'busy' : 'idle'}
      />
      {timeline.note === undefined ? null : (
        <p role="status" className="text-small text-ink-2">
          {timeline.note}
        </p>
      )}
      {isLate(order, nowSeconds) ? <WhyLate /> : null}
    </Panel>
  )
}

const Bids = ({ order, auctions, sold, bought, offer, bound }: ReceiptFacts) => {
  const t = useTranslations('orders')
  const words = { t, format: useFormat() }
  const { kind } = order
  const token = kind === 'sell' ? bought : sold
  const limit = { sellAmount: sellLimit(order), buyAmount: order.buyAmount }
  const { executed } = orderPrices(order, offer)
  const [newest, ...earlier] = auctions.filter(({ bids }) => bids.length > 0)
  if (newest === undefined) return null
  const note =
    executed === undefined || bound === undefined
      ? undefined
      : ceilingText(words, { kind, got: executed, bound })
  return (
    <>
      <SolverBids {...{ kind, limit, token, note }} auction={newest} />
      {earlier.length === 0 ? null : (
        <Disclosure summary={t('bids.earlier', { count: earlier.length })}>
          <div className="grid gap-4">
            {earlier.map((auction) => (
              <SolverBids key={`${auction.auctionId}`} {...{ kind, limit, token, auction }} />
            ))}
          </div>
        </Disclosure>
      )}
    </>
  )
}
