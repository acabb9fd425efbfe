import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AutoRefresh } from '@/components/app/auto-refresh'
import { useFormat } from '@/components/i18n/use-format'
import { namerOf } from '@/components/orders/token-amount'
import { pendingRefreshes } from '@/components/tx/pending-refreshes'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { gapBpsOf } from '@/lib/auctions/competition/auction-summary'
import { settlingWinners } from '@/lib/auctions/model/evaluate-fill'
import { missingText } from '@/lib/core/format/number-text'
import type { Network } from '@/lib/core/networks/network'
import type { AuctionReport as Report } from '@/lib/settlements/reports/find-auction-report'
import { AuctionBids } from './auction-bids'
import { AuctionFills, UnfilledOrders } from './auction-fills'
import { ClearingPrices } from './clearing-prices'
import { scoreText, shareOfBoundText } from './score-text'

type Props = {
  readonly report: Report
  readonly network: Pick<Network, 'name' | 'nativeSymbol' | 'baseTokens' | 'usdToken'> & {
    /** Display name: "Embedded Ethereum". */
    readonly title: string
  }
}

/** The public report of an auction. */
export const AuctionReport = ({ report, network }: Props) => {
  const t = useTranslations('auctions')
  const { competition, fills, unfilled } = report
  const { solutions, auctionId } = competition
  const winners = settlingWinners(competition)
  const tokenOf = namerOf(report.tokens)
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-h1">{t('heading', { id: String(auctionId) })}</h1>
        <p className="text-ink-2">{network.title}</p>
      </div>
      <div className="grid grid-cols-1 items-start gap-8 desk:grid-cols-[24rem_minmax(0,1fr)] desk:gap-x-10">
        <div className="grid grid-cols-1 gap-8">
          <Summary report={report} nativeSymbol={network.nativeSymbol} />
          {winners.length === 0 ? null : (
            <Section title={t('prices')}>
              <ClearingPrices
                winners={winners}
                references={[network.usdToken, ...network.baseTokens]}
                tokenOf={tokenOf}
              />
            </Section>
          )}
        </div>
        <div className="grid grid-cols-1 gap-8">
          <Section title={t('whatGot')}>
            {fills.some(({ boundBy }) => boundBy === 'auction') ? (
              <p className="text-small text-ink-2">{t('boundNote')}</p>
            ) : null}
            <AuctionFills fills={fills} network={network.name} tokenOf={tokenOf} />
            {unfilled.length === 0 ? null : <UnfilledOrders uids={unfilled} />}
          </Section>
          <Section title={t('bids')}>
            <AuctionBids bids={solutions} network={network} />
            <a
              href={`/${network.name}/api/v2/solver_competition/${auctionId}`}
              className="inline-flex min-h-11 items-center justify-self-start text-small text-ink-2 underline underline-offset-4 hover:text-ink"
            >
              {t('asApi')}
            </a>
          </Section>
        </div>
      </div>
      {winners.every(({ settlement }) => settlement === 'settled') ? null : (
        <AutoRefresh {...pendingRefreshes} />
      )}
    </div>
  )
}

const Section = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <section className="grid grid-cols-1 gap-4">
    <h2 className="text-h3">{title}</h2>
    {children}
  </section>
)

const Summary = ({ report, nativeSymbol }: { readonly report: Report; nativeSymbol: string }) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  const { competition, score, fills } = report
  const { bound, createdAt, blockNumber, orderUids } = competition
  const share = shareOfBoundText(format, gapBpsOf(score, bound))
  return (
    <section
      aria-label={t('outcome')}
      className="grid gap-4 rounded-card border border-card-edge bg-surface p-5 shadow-card"
    >
      {share === undefined ? null : (
        <p className="grid gap-1">
          <span className="numeric font-display text-h1 font-semibold">{share}</span>
          <span className="text-small text-ink-2">{t('ofMost')}</span>
        </p>
      )}
      <DetailList>
        <Detail name={t('gained')}>{scoreText(format, score, nativeSymbol)}</Detail>
        <Detail name={t('best')}>
          {bound === undefined
            ? missingText
            : t('atMost', { score: scoreText(format, bound, nativeSymbol) })}
        </Detail>
        <Detail name={t('filled')}>
          {t('countOf', {
            count: format.count(fills.length),
            all: format.count(orderUids.length),
          })}
        </Detail>
        <Detail name={t('block')}>{`${blockNumber}`}</Detail>
        <Detail name={t('decided')}>
          <time dateTime={createdAt.toISOString()}>{format.utc(createdAt)}</time>
        </Detail>
      </DetailList>
    </section>
  )
}
