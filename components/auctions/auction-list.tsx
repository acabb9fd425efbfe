import Link from 'next/link'
import { utcText } from '@/components/orders/time-text'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { type AuctionSummary, gapBpsOf } from '@/lib/auctions/auction-summary'
import { auctionHref } from './auction-href'
import { scoreText, shareOfBoundText } from './score-text'

type Props = {
  /** Newest first. */
  readonly auctions: readonly AuctionSummary[]
  readonly network: { readonly title: string; readonly nativeSymbol: string }
}

/** Auctions with what they filled, what solvers bid and how close the outcome is to the best possible. */
export const AuctionList = ({ auctions, network }: Props) => (
  <Table caption={`Auctions on ${network.title}`}>
    <thead>
      <tr>
        <TableHead>Auction</TableHead>
        <TableHead align="end">Filled</TableHead>
        <TableHead align="end" className="max-tab:hidden">
          Bids
        </TableHead>
        <TableHead align="end" className="max-tab:hidden">
          Gained for traders
        </TableHead>
        <TableHead align="end">Of the best possible</TableHead>
      </tr>
    </thead>
    <tbody>
      {auctions.map((auction) => (
        <tr key={String(auction.auctionId)}>
          <TableCell className="py-2">
            <span className="grid justify-items-start">
              <Link
                href={auctionHref(auction.auctionId)}
                prefetch={false}
                className="numeric inline-flex min-h-6 items-center font-medium underline decoration-line-strong underline-offset-4 hover:decoration-2"
              >
                {`#${auction.auctionId}`}
              </Link>
              <time dateTime={auction.createdAt.toISOString()} className="text-label text-ink-2">
                {utcText(auction.createdAt)}
              </time>
            </span>
          </TableCell>
          <TableCell align="end">
            {auction.filled} of {auction.orders}
          </TableCell>
          <TableCell align="end" className="max-tab:hidden">
            {auction.solutions}
          </TableCell>
          <TableCell align="end" className="max-tab:hidden">
            {scoreText(auction.score, network.nativeSymbol)}
          </TableCell>
          <TableCell align="end">
            {shareOfBoundText(gapBpsOf(auction.score, auction.bound)) ?? (
              <span className="text-ink-2">not known</span>
            )}
          </TableCell>
        </tr>
      ))}
    </tbody>
  </Table>
)
