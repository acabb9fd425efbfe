import type { ReactNode } from 'react'
import { RefreshWhileOpen } from '@/components/orders/refresh-while-open'
import { utcText } from '@/components/orders/time-text'
import { type ShownToken, unknownToken } from '@/components/orders/token-amount'
import { Detail, DetailList } from '@/components/ui/detail-list'
import { gapBpsOf } from '@/lib/auctions/auction-summary'
import { settlingWinners } from '@/lib/auctions/judge-fill'
import type { Address } from '@/lib/core/address'
import type { Network } from '@/lib/core/networks'
import type { AuctionReport as Report } from '@/lib/settlements/find-auction-report'
import { AuctionBids } from './auction-bids'
import { AuctionFills } from './auction-fills'
import { ClearingPrices } from './clearing-prices'
import { scoreText, shareOfBoundText } from './score-text'
import { UnfilledOrders } from './unfilled-orders'

type Props = {
  readonly report: Report
  readonly network: Pick<Network, 'name' | 'nativeSymbol' | 'baseTokens' | 'usdToken'> & {
    /** As it is shown: "Embedded Ethereum". */
    readonly title: string
  }
}

/** All that is known of an auction, for anyone who has its link. */
export const AuctionReport = ({ report, network }: Props) => {
  const { competition, fills, unfilled } = report
  const { solutions, auctionId, createdAt } = competition
  const winners = settlingWinners(competition)
  const tokenOf = (address: Address): ShownToken => {
    const { symbol, decimals } = report.tokens.get(address) ?? {}
    return { symbol: symbol ?? unknownToken(address).symbol, decimals }
  }
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h1 className="text-h1">Auction {`${auctionId}`}</h1>
        <p className="text-ink-2">{network.title}</p>
      </div>
      <div className="grid grid-cols-1 items-start gap-8 desk:grid-cols-[24rem_minmax(0,1fr)]">
        <div className="grid grid-cols-1 gap-8">
          <Summary report={report} nativeSymbol={network.nativeSymbol} />
          {winners.length === 0 ? null : (
            <Section title="Clearing prices">
              <ClearingPrices
                winners={winners}
                references={[network.usdToken, ...network.baseTokens]}
                tokenOf={tokenOf}
              />
            </Section>
          )}
        </div>
        <div className="grid grid-cols-1 gap-8">
          <Section title="What each order got">
            {competition.bound === undefined ? null : (
              <p className="text-small text-ink-2">
                The best possible is a proven limit: no settlement of this batch that left every
                other order what it got could have given this one more.
              </p>
            )}
            <AuctionFills fills={fills} network={network.name} tokenOf={tokenOf} />
            {unfilled.length === 0 ? null : <UnfilledOrders uids={unfilled} />}
          </Section>
          <Section title="Bids">
            <AuctionBids bids={solutions} nativeSymbol={network.nativeSymbol} />
            <a
              href={`/${network.name}/api/v2/solver_competition/${auctionId}`}
              className="inline-flex min-h-11 items-center justify-self-start text-small text-ink-2 underline underline-offset-4 hover:text-ink"
            >
              As the API answers it
            </a>
          </Section>
        </div>
      </div>
      {winners.every(({ settlement }) => settlement === 'settled') ? null : (
        <RefreshWhileOpen createdAtMs={createdAt.getTime()} />
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
  const { competition, score, fills } = report
  const { bound, createdAt, blockNumber, orderUids } = competition
  const share = shareOfBoundText(gapBpsOf(score, bound))
  return (
    <section
      aria-label="Outcome"
      className="grid gap-4 rounded-card border border-card-edge bg-surface p-5 shadow-card"
    >
      {share === undefined ? null : (
        <p className="grid gap-1">
          <span className="numeric font-display text-h1 font-semibold">{share}</span>
          <span className="text-small text-ink-2">
            of the most that any settlement of these orders could have gained for traders
          </span>
        </p>
      )}
      <DetailList>
        <Detail name="Gained for traders">{scoreText(score, nativeSymbol)}</Detail>
        <Detail name="Best possible">
          {bound === undefined ? 'not known' : `at most ${scoreText(bound, nativeSymbol)}`}
        </Detail>
        <Detail name="Orders filled">
          {fills.length} of {orderUids.length}
        </Detail>
        <Detail name="State of block">{`${blockNumber}`}</Detail>
        <Detail name="Decided">
          <time dateTime={createdAt.toISOString()}>{utcText(createdAt)}</time>
        </Detail>
      </DetailList>
    </section>
  )
}
