import { ArrowRight } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { auctionHref } from '@/components/auctions/auction-href'
import { bidVerdict } from '@/components/auctions/bid-verdict'
import { useFormat } from '@/components/i18n/use-format'
import { comparedTexts, gainText, type ShownToken } from '@/components/orders/token-amount'
import { AccountMark } from '@/components/tokens/token-mark'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { Panel } from '@/components/ui/panel'
import type { Offer } from '@/lib/client/orders/order-prices'
import { missingText } from '@/lib/core/format/number-text'
import type { OrderKind } from '@/lib/core/order'
import type { FillAuction } from '@/lib/settlements/reports/find-order-report'
import { type BidBar, bidBars } from './bid-bars'

type Props = {
  readonly kind: OrderKind
  readonly auction: FillAuction
  /** The order's whole amounts at its limit. */
  readonly limit: Offer
  /** The token of the variable amount: buy token of a sell order, sell token of a buy order. */
  readonly token: ShownToken
  /** One sentence below the bids. */
  readonly note?: string | undefined
}

/** Each solver's bid for the order in the auction that filled it, as amounts above the order's limit. */
export const SolverBids = ({ kind, auction, limit, token, note }: Props) => {
  const t = useTranslations('orders')
  const { auctionId, bids } = auction
  return (
    <Panel
      title={t('bids.title')}
      aside={
        <Link
          href={auctionHref(auctionId)}
          className="inline-flex min-h-6 items-center gap-2 text-label font-semibold text-primary hover:underline max-tab:min-h-11"
        >
          {t('bids.auction', { id: String(auctionId) })}
          <ArrowRight aria-hidden="true" className="size-4" />
        </Link>
      }
    >
      <table className="w-full text-small">
        <caption className="sr-only">{t('bids.title')}</caption>
        <thead className="text-label text-ink-2 max-tab:sr-only">
          <tr>
            <th scope="col" className="pb-2 text-left font-normal">
              {t('bids.solver')}
            </th>
            <th scope="col" className="pb-2 text-left font-normal">
              {t('bids.above', { kind })}
            </th>
            <th scope="col" className="pb-2 text-right font-normal">
              {t('bids.get', { kind })}
            </th>
            <th scope="col" className="pb-2 text-right font-normal">
              {t('bids.vsWinner')}
            </th>
          </tr>
        </thead>
        <tbody>
          <Rows bars={bidBars(kind, bids, limit)} token={token} />
        </tbody>
      </table>
      {note === undefined ? null : <p className="text-label text-ink-2">{note}</p>}
    </Panel>
  )
}

type RowsProps = { readonly bars: readonly BidBar[]; readonly token: ShownToken }

const Rows = ({ bars, token }: RowsProps) => {
  const words = { t: useTranslations('orders'), format: useFormat() }
  const verdicts = useTranslations('auctions')
  const amounts = comparedTexts(
    words,
    bars.map(({ amount }) => amount),
    token,
  )
  return bars.map((bar, index) => {
    const { bid, percent } = bar
    const { word, tone, why } = bidVerdict(verdicts, bid)
    const isWon = bid.isWinner && bid.settlement === 'settled'
    return (
      <tr key={bid.ranking} className="h-10">
        <td className="max-w-48 pr-4 max-tab:pr-3">
          <span className="flex min-w-0 items-center gap-2">
            <AccountMark account={bid.solverAddress} />
            <span className="grid min-w-0">
              <span className="wrap-anywhere">{bid.solver}</span>
              {why === undefined ? null : (
                <span className="text-caption text-ink-2 wrap-anywhere">{why}</span>
              )}
            </span>
          </span>
        </td>
        <td className="w-2/5 min-w-20 max-tab:w-2/5">
          <Bar percent={percent} isWon={isWon} />
        </td>
        <td className="numeric pl-4 text-right font-semibold whitespace-nowrap max-tab:pl-3">
          {amounts[index]}
          {isWon ? <span className="sr-only tab:hidden">, {word}</span> : null}
        </td>
        <td className="pl-4 text-right max-tab:hidden">
          {bid.isWinner || bid.filteredOut ? (
            <Badge tone={tone} sign={isWon ? 'check' : undefined}>
              {word}
            </Badge>
          ) : (
            <span className="numeric whitespace-nowrap text-ink-2">
              <Difference bar={bar} token={token} />
            </span>
          )}
        </td>
      </tr>
    )
  })
}

/** How much less than the winner's bid, for the owner. */
const Difference = ({ bar: { vsWinner }, token }: { readonly bar: BidBar; token: ShownToken }) => {
  const words = { t: useTranslations('orders'), format: useFormat() }
  return vsWinner === undefined ? missingText : gainText(words, { gain: vsWinner, token })
}

type BarProps = Pick<BidBar, 'percent'> & { readonly isWon: boolean }

const Bar = ({ percent, isWon }: BarProps) => (
  <svg aria-hidden="true" height="10" className="block w-full overflow-visible">
    <rect y="1.5" width="100%" height="7" rx="3.5" className="fill-chosen" />
    <rect
      x="0.5"
      y="1.5"
      width={`${percent}%`}
      height="7"
      rx="3.5"
      className={isWon ? 'fill-citron stroke-lime-edge' : 'fill-bar2'}
    />
  </svg>
)
