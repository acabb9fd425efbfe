import { useTranslations } from 'next-intl'
import { bidVerdict } from '@/components/auctions/bid-verdict'
import { useFormat } from '@/components/i18n/use-format'
import { Badge } from '@/components/ui/badge'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { OrderKind } from '@/lib/core/order'
import type { OrderBid } from '@/lib/settlements/reports/find-order-report'
import type { ShownToken } from './token-amount'

type Props = {
  readonly kind: OrderKind
  /** Best solution first. */
  readonly bids: readonly OrderBid[]
  /** The token of the variable amount: buy token of a sell order, sell token of a buy order. */
  readonly token: ShownToken
}

/** Each solver's bid for the order in the auction that filled it. */
export const OrderBids = ({ kind, bids, token }: Props) => {
  const t = useTranslations('orders')
  const verdicts = useTranslations('auctions')
  const format = useFormat()
  const amount = (atoms: bigint) =>
    token.decimals === undefined ? `${atoms}` : format.amount(atoms, token.decimals)
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
        {bids.map((bid) => {
          const { word, tone } = bidVerdict(verdicts, bid)
          return (
            <tr key={bid.ranking}>
              <TableCell className="wrap-anywhere">{bid.solver}</TableCell>
              <TableCell align="end">
                {amount(kind === 'sell' ? bid.buyAmount : bid.sellAmount)}
              </TableCell>
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
