import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { AccountMark } from '@/components/tokens/token-mark'
import { TransactionLink } from '@/components/tx/transaction-link'
import { Badge } from '@/components/ui/badge'
import {
  List,
  ListCell,
  type ListColumn,
  ListFigure,
  ListMain,
  ListRow,
} from '@/components/ui/list'
import type { CompetitionEntry } from '@/lib/auctions/competition/competition'
import { bidVerdict } from './bid-verdict'
import { nativeScoreText, type ScoreUnit, scoreText } from './score-text'

type Props = {
  /** Best bid first. */
  readonly bids: readonly CompetitionEntry[]
  /** Number of orders in the auction. */
  readonly orders: number
  readonly network: string
  readonly unit: ScoreUnit
}

const template =
  'tab:[--columns:2.5rem_9rem_minmax(0,1fr)_6rem_8rem] desk:[--columns:2.5rem_10rem_minmax(0,1fr)_5rem_6.5rem_8.5rem]'
const deskOnly = 'tab:max-desk:hidden'

/** Lists the bids of an auction with what they propose, their scores and results. */
export const AuctionBids = ({ bids, orders, network, unit }: Props) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  const columns: readonly ListColumn[] = [
    { key: 'rank', label: t('rank') },
    { key: 'solver', label: t('solver') },
    { key: 'proposal', label: t('proposal') },
    { key: 'orders', label: t('orders'), align: 'end', className: deskOnly },
    { key: 'score', label: t('score'), align: 'end' },
    { key: 'result', label: t('outcome'), align: 'end' },
  ]
  return (
    <List label={t('bids')} template={template} columns={columns}>
      {bids.map((bid) => {
        const { word, tone, why } = bidVerdict(t, bid)
        const left = orders - bid.orders.length
        const proposal =
          left === 0 ? t('settlesAll', { count: orders }) : t('leaves', { count: left })
        return (
          <ListRow key={bid.ranking}>
            <ListCell className="numeric text-small text-ink-2">{bid.ranking}</ListCell>
            <ListMain
              lead={<AccountMark account={bid.solverAddress} />}
              title={<span className="text-small">{bid.solver}</span>}
              note={
                <span className="tab:hidden">
                  {scoreText(format, bid.score, unit)} ·{' '}
                  {t('countOf', {
                    count: format.count(bid.orders.length),
                    all: format.count(orders),
                  })}
                </span>
              }
            />
            <ListCell on="below" className="text-small text-ink-2 wrap-anywhere">
              <span data-slot="proposal">{why ?? proposal}</span>
              {bid.txHash === undefined ? null : (
                <>
                  {' '}
                  <TransactionLink network={network} hash={bid.txHash} />
                </>
              )}
            </ListCell>
            <ListCell align="end" className={deskOnly}>
              <ListFigure
                value={t('countOf', {
                  count: format.count(bid.orders.length),
                  all: format.count(orders),
                })}
              />
            </ListCell>
            <ListCell align="end">
              <ListFigure
                value={scoreText(format, bid.score, unit)}
                note={
                  unit.nativeUsd === undefined
                    ? undefined
                    : nativeScoreText(format, bid.score, unit)
                }
              />
            </ListCell>
            <ListCell on="pill" align="end" className="tab:justify-self-end">
              <Badge tone={tone} sign={tone === 'surplus' ? 'check' : undefined}>
                <span className="whitespace-nowrap">{word}</span>
              </Badge>
            </ListCell>
          </ListRow>
        )
      })}
    </List>
  )
}
