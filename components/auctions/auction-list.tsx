import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { classNames } from '@/components/ui/class-names'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { type AuctionSummary, gapBpsOf } from '@/lib/auctions/competition/auction-summary'
import { missingText } from '@/lib/core/format/number-text'
import { auctionHref, auctionsHref } from './auction-href'
import { scoreTexts, shareOfBoundText } from './score-text'

type Props = {
  /** Newest first. */
  readonly auctions: readonly AuctionSummary[]
  readonly network: { readonly title: string; readonly nativeSymbol: string }
}

/** Lists auctions with their fills, bids and the ratio of the outcome to the upper bound. */
export const AuctionList = ({ auctions, network }: Props) => {
  const t = useTranslations('auctions')
  const format = useFormat()
  const scores = scoreTexts(
    format,
    auctions.map(({ score }) => score),
    network.nativeSymbol,
  )
  return (
    <Table caption={t('caption', { network: network.title })}>
      <thead>
        <tr>
          <TableHead>{t('auction')}</TableHead>
          <TableHead align="end">{t('filledCount')}</TableHead>
          <TableHead align="end" className="max-tab:hidden">
            {t('bids')}
          </TableHead>
          <TableHead align="end" className="max-tab:hidden">
            {t('gained')}
          </TableHead>
          <TableHead align="end">{t('ofBest')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {auctions.map((auction, index) => (
          <tr key={String(auction.auctionId)}>
            <TableCell className="py-2">
              <span className="grid justify-items-start">
                <Link
                  href={auctionHref(auction.auctionId)}
                  prefetch={false}
                  className="numeric inline-flex min-h-6 min-w-6 max-tab:min-h-11 max-tab:min-w-11 items-center font-medium underline decoration-line-strong underline-offset-4 hover:decoration-2"
                >
                  {`#${auction.auctionId}`}
                </Link>
                <time dateTime={auction.createdAt.toISOString()} className="text-label text-ink-2">
                  {format.utc(auction.createdAt)}
                </time>
              </span>
            </TableCell>
            <TableCell align="end">
              {t('countOf', {
                count: format.count(auction.filled),
                all: format.count(auction.orders),
              })}
            </TableCell>
            <TableCell align="end" className="max-tab:hidden">
              {auction.solutions}
            </TableCell>
            <TableCell align="end" className="max-tab:hidden">
              {scores[index]}
            </TableCell>
            <TableCell align="end">
              {shareOfBoundText(format, gapBpsOf(auction.score, auction.bound)) ?? missingText}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

type LinksProps = {
  readonly networks: readonly { readonly name: string; readonly title: string }[]
  /** Name of the current network. */
  readonly current: string
}

/** Links to the same list on each network; renders nothing if there is only one. */
export const NetworkLinks = ({ networks, current }: LinksProps) => {
  const t = useTranslations('auctions')
  return networks.length < 2 ? null : (
    <nav aria-label={t('network')}>
      <ul className="flex flex-wrap gap-2">
        {networks.map(({ name, title }) => (
          <li key={name}>
            <Link
              href={auctionsHref(name)}
              aria-current={name === current ? 'page' : undefined}
              className={classNames(
                'inline-flex min-h-11 items-center rounded-full border px-4 text-small font-medium',
                name === current
                  ? 'border-primary bg-primary-soft text-primary'
                  : 'border-line-strong bg-surface text-ink hover:bg-sunken',
              )}
            >
              {title}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}
