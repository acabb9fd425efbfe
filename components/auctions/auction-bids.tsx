import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { TransactionLink } from '@/components/tx/transaction-link'
import { Badge } from '@/components/ui/badge'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { CompetitionEntry } from '@/lib/auctions/competition/competition'
import type { Network } from '@/lib/core/networks/network'
import { bidVerdict } from './bid-verdict'
import { scoreTexts } from './score-text'

type Props = {
  /** Best bid first. */
  readonly bids: readonly CompetitionEntry[]
  readonly network: Pick<Network, 'name' | 'nativeSymbol'>
}

/** Lists the bids of an auction with their scores and outcomes. */
export const AuctionBids = ({ bids, network }: Props) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  const scores = scoreTexts(
    format,
    bids.map(({ score }) => score),
    network.nativeSymbol,
  )
  return (
    <Table caption={t('bidsBest')}>
      <thead>
        <tr>
          <TableHead>{t('solver')}</TableHead>
          <TableHead align="end">{t('score')}</TableHead>
          <TableHead align="end" className="max-tab:hidden">
            {t('orders')}
          </TableHead>
          <TableHead>{t('outcome')}</TableHead>
          <TableHead className="max-tab:hidden">{t('transaction')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {bids.map((bid, index) => (
          <tr key={bid.ranking}>
            <TableCell className="py-2">
              <span className="grid">
                <span className="wrap-anywhere">{bid.solver}</span>
                <span className="numeric text-label whitespace-nowrap text-ink-2">
                  {t('rank', { rank: String(bid.ranking) })}
                </span>
              </span>
            </TableCell>
            <TableCell align="end">{scores[index]}</TableCell>
            <TableCell align="end" className="max-tab:hidden">
              {bid.orders.length}
            </TableCell>
            <TableCell className="py-2">
              <BidOutcome bid={bid} />
            </TableCell>
            <TableCell className="max-tab:hidden">
              {bid.txHash === undefined ? (
                <span className="text-ink-2">{t('none')}</span>
              ) : (
                <TransactionLink network={network.name} hash={bid.txHash} />
              )}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

const BidOutcome = ({ bid }: { readonly bid: CompetitionEntry }) => {
  const t = useTranslations('auctions')
  const { word, tone, why } = bidVerdict(t, bid)
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tone}>{word}</Badge>
      {why === undefined ? null : (
        <span className="text-label text-ink-2 wrap-anywhere">{why}</span>
      )}
    </span>
  )
}
