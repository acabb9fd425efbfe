import { ChevronLeft, ChevronRight, Info } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { AutoRefresh } from '@/components/app/auto-refresh'
import type { ServedNetwork } from '@/components/app/settings'
import { useFormat } from '@/components/i18n/use-format'
import { namerOf } from '@/components/orders/token-amount'
import { pendingRefreshes } from '@/components/tx/pending-refreshes'
import { transactionHref } from '@/components/tx/transaction-link'
import { buttonClass } from '@/components/ui/button-class'
import { Disclosure } from '@/components/ui/disclosure'
import { Link } from '@/components/ui/link'
import { NetworkName } from '@/components/wallet/network-name'
import { shortAddress } from '@/components/wallet/short-address'
import { gapBpsOf } from '@/lib/auctions/competition/auction-summary'
import { settlingWinners } from '@/lib/auctions/model/evaluate-fill'
import { missingText } from '@/lib/core/format/number-text'
import type { Network } from '@/lib/core/networks/network'
import type { AuctionReport as Report } from '@/lib/settlements/reports/find-auction-report'
import { AuctionBids } from './auction-bids'
import { AuctionFills, UnfilledOrders } from './auction-fills'
import { auctionHref, auctionsHref } from './auction-href'
import { BidBars } from './bid-bars'
import { ClearingPrices } from './clearing-prices'
import { type ScoreUnit, scoreText, shareOfBoundText } from './score-text'

type Props = {
  readonly report: Report
  readonly network: Pick<
    Network,
    'name' | 'chainId' | 'nativeSymbol' | 'wrappedNative' | 'baseTokens' | 'usdToken'
  >
  readonly served: ServedNetwork
}

/** The public report of an auction. */
export const AuctionReport = ({ report, network, served }: Props) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  const { competition, fills, unfilled, nativeUsd } = report
  const { solutions, auctionId, orderUids } = competition
  const winners = settlingWinners(competition)
  const tokenOf = namerOf(report.tokens)
  const unit = { nativeSymbol: network.nativeSymbol, nativeUsd }
  const countText = t('filledOf', {
    count: format.count(fills.length),
    all: format.count(orderUids.length),
  })
  return (
    <div className="grid grid-cols-1 gap-8">
      <Heading report={report} served={served} />
      <section
        aria-label={t('result')}
        className="grid grid-cols-1 overflow-clip rounded-panel border border-card-edge bg-surface desk:grid-cols-[minmax(0,2fr)_minmax(0,3fr)]"
      >
        <Optimality report={report} unit={unit} />
        <div className="grid content-center gap-4 border-hair p-4 max-desk:border-t tab:p-8 desk:border-l">
          <BidBars bids={solutions} bound={competition.bound} unit={unit} />
          <Why report={report} />
        </div>
      </section>
      <Section title={t('batch')} aside={countText}>
        <AuctionFills fills={fills} network={network} tokenOf={tokenOf} />
        {unfilled.length === 0 ? null : <UnfilledOrders uids={unfilled} />}
      </Section>
      <div className="grid grid-cols-1 items-start gap-8 desk:grid-cols-[minmax(0,1fr)_21rem] desk:gap-6">
        <Section title={t('bids')}>
          <AuctionBids
            bids={solutions}
            orders={orderUids.length}
            network={network.name}
            unit={unit}
          />
        </Section>
        {winners.length === 0 ? null : (
          <Section title={t('prices')}>
            <ClearingPrices
              winners={winners}
              references={[network.usdToken, ...network.baseTokens]}
              network={network}
              tokenOf={tokenOf}
            />
          </Section>
        )}
      </div>
      <a
        href={`/${network.name}/api/v2/solver_competition/${auctionId}`}
        className="inline-flex min-h-11 items-center justify-self-start text-small text-ink-2 underline underline-offset-4 hover:text-ink"
      >
        {t('asApi')}
      </a>
      {winners.every(({ settlement }) => settlement === 'settled') ? null : (
        <AutoRefresh {...pendingRefreshes} />
      )}
    </div>
  )
}

const Heading = ({ report, served }: Omit<Props, 'network'>) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  const { competition, neighbours } = report
  const { auctionId, createdAt, blockNumber } = competition
  const hashes = new Set(settlingWinners(competition).flatMap(({ txHash }) => txHash ?? []))
  return (
    <div className="grid gap-2">
      <nav aria-label={t('trail')} className="flex items-center gap-2 text-small text-ink-2">
        <Link
          href={auctionsHref(served.name)}
          className="inline-flex min-h-6 max-tab:min-h-11 items-center underline-offset-4 hover:underline"
        >
          {t('title')}
        </Link>
        <ChevronRight aria-hidden="true" className="size-4" /> #{String(auctionId)}
      </nav>
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="grid gap-1">
          <h1 className="text-h1">{t('heading', { id: String(auctionId) })}</h1>
          <p className="numeric flex flex-wrap items-center gap-x-1.5 text-small text-ink-2">
            <NetworkName network={served} />
            <span aria-hidden="true">·</span>
            <span>
              <time dateTime={createdAt.toISOString()}>{format.utc(createdAt)}</time> ·{' '}
              {t('block', { number: String(blockNumber) })}
            </span>
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-2">
          <Neighbour id={neighbours.older} label={t('olderOne')}>
            <ChevronLeft aria-hidden="true" className="size-5" />
          </Neighbour>
          <Neighbour id={neighbours.newer} label={t('newerOne')}>
            <ChevronRight aria-hidden="true" className="size-5" />
          </Neighbour>
          {[...hashes].map((hash) => (
            <Link
              key={hash}
              href={transactionHref(served.name, hash)}
              title={hash}
              className={buttonClass()}
            >
              {t('settlement')} <span className="font-mono text-code">{shortAddress(hash)}</span>
            </Link>
          ))}
        </div>
      </div>
    </div>
  )
}

type NeighbourProps = {
  readonly id: bigint | undefined
  readonly label: string
  readonly children: ReactNode
}

const Neighbour = ({ id, label, children }: NeighbourProps) =>
  id === undefined ? null : (
    <Link href={auctionHref(id)} aria-label={label} className={buttonClass()}>
      {children}
    </Link>
  )

const Section = ({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: string
  readonly children: ReactNode
}) => (
  <section aria-label={title} className="grid grid-cols-1 gap-4">
    <div className="flex items-baseline justify-between gap-4">
      <h2 className="text-section">{title}</h2>
      {aside === undefined ? null : <p className="numeric text-small text-ink-2">{aside}</p>}
    </div>
    {children}
  </section>
)

type OptimalityProps = { readonly report: Report; readonly unit: ScoreUnit }

/** How close the outcome came to the ceiling, in one sentence. */
const Optimality = ({ report, unit }: OptimalityProps) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  const { competition, score, fills } = report
  const { bound } = competition
  const bold = (chunks: ReactNode) => <strong className="font-semibold">{chunks}</strong>
  const got = scoreText(format, score, unit)
  return (
    <div className="grid content-center gap-2 p-4 tab:p-8">
      <p className="text-label text-ink-2">{t('optimality')}</p>
      <p className="numeric text-[2.5rem]/12 font-medium tracking-tight">
        {shareOfBoundText(format, gapBpsOf(score, bound)) ?? missingText}
      </p>
      <p className="numeric text-body tab:text-[1.0625rem]/7">
        {bound === undefined
          ? t.rich('sentence.unbounded', { got, b: bold })
          : t.rich('sentence.bounded', { got, most: scoreText(format, bound, unit), b: bold })}
      </p>
      {bound === undefined ? null : (
        <div className="grid gap-1 pt-2 text-label text-ink-2">
          <p className="flex items-start gap-2">
            <Info aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {t('proof', { block: String(competition.blockNumber) })}
          </p>
          <Disclosure look="link" summary={t('proofLink')}>
            <p>{t('proofHow')}</p>
            {fills.some(({ boundBy }) => boundBy === 'auction') ? <p>{t('boundNote')}</p> : null}
            {fills.some(({ boundBy }) => boundBy === 'pools') ? <p>{t('boundAlone')}</p> : null}
          </Disclosure>
        </div>
      )}
    </div>
  )
}

/** Why the winning bids won. */
const Why = ({ report: { competition } }: { readonly report: Report }) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  const winners = settlingWinners(competition)
  if (winners.length === 0) return null
  const out = competition.solutions.filter(({ filteredOut }) => filteredOut).length
  const solvers = [...new Set(winners.map(({ solver }) => solver))]
  return (
    <p className="border-t border-hair pt-4 text-small text-ink-2">
      <strong className="font-semibold text-ink">
        {t('why.title', { solvers: format.list(solvers) })}
      </strong>{' '}
      {t('why.highest', { count: winners.length })}
      {out === 0 ? null : ` ${t('why.filtered', { count: out })}`}
    </p>
  )
}
