import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import {
  List,
  ListCell,
  type ListColumn,
  ListFigure,
  ListLink,
  ListMain,
  ListRow,
} from '@/components/ui/list'
import { type AuctionSummary, gapBpsOf } from '@/lib/auctions/competition/auction-summary'
import { missingText } from '@/lib/core/format/number-text'
import { auctionHref } from './auction-href'
import { nativeScoreText, scoreText, shareOfBoundText } from './score-text'

type Props = {
  /** Newest first, each with US dollars per native token at its time. */
  readonly auctions: readonly (AuctionSummary & { readonly nativeUsd: number | undefined })[]
  readonly network: { readonly title: string; readonly nativeSymbol: string }
}

const template = 'tab:[--columns:minmax(0,1fr)_7rem_5rem_9rem_8rem]'

/** Lists auctions with their fills, bids, surplus and how close they came to the ceiling. */
export const AuctionList = ({ auctions, network }: Props) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  const columns: readonly ListColumn[] = [
    { key: 'auction', label: t('auction') },
    { key: 'filled', label: t('filledCount'), align: 'end' },
    { key: 'bids', label: t('bids'), align: 'end' },
    { key: 'surplus', label: t('gained'), align: 'end' },
    { key: 'share', label: t('optimality'), align: 'end' },
  ]
  return (
    <List label={t('caption', { network: network.title })} template={template} columns={columns}>
      {auctions.map((auction) => {
        const unit = { nativeSymbol: network.nativeSymbol, nativeUsd: auction.nativeUsd }
        const filled = { count: format.count(auction.filled), all: format.count(auction.orders) }
        const share = shareOfBoundText(format, gapBpsOf(auction.score, auction.bound))
        return (
          <ListRow key={String(auction.auctionId)}>
            <ListMain
              title={
                <>
                  <ListLink href={auctionHref(auction.auctionId)} className="numeric">
                    {`#${auction.auctionId}`}
                  </ListLink>
                  <span className="numeric ml-2 text-label font-normal text-ink-2 tab:hidden">
                    {t('filledOf', filled)}
                  </span>
                </>
              }
              note={
                <time dateTime={auction.createdAt.toISOString()}>
                  {format.utc(auction.createdAt)}
                </time>
              }
            />
            <ListCell align="end">
              <ListFigure value={t('countOf', filled)} />
            </ListCell>
            <ListCell align="end">
              <ListFigure value={format.count(auction.solutions)} />
            </ListCell>
            <ListCell align="end" on="aside">
              <ListFigure
                value={
                  <>
                    {scoreText(format, auction.score, unit)}
                    <span className="text-ink-2 tab:hidden"> {t('unit.surplus')}</span>
                  </>
                }
                note={
                  unit.nativeUsd === undefined ? undefined : (
                    <span className="max-tab:hidden">
                      {nativeScoreText(format, auction.score, unit)}
                    </span>
                  )
                }
              />
            </ListCell>
            <ListCell align="end" on="pill">
              <ListFigure
                value={
                  <>
                    {share ?? missingText}
                    <span className="text-ink-2 tab:hidden"> {t('unit.optimal')}</span>
                  </>
                }
              />
            </ListCell>
          </ListRow>
        )
      })}
    </List>
  )
}
