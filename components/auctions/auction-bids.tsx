import { AddressText } from '@/components/tokens/address-text'
import { Badge } from '@/components/ui/badge'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { CompetitionEntry } from '@/lib/auctions/competition'
import { bidVerdict } from './bid-verdict'
import { scoreText } from './score-text'

type Props = {
  /** Best first. */
  readonly bids: readonly CompetitionEntry[]
  readonly nativeSymbol: string
}

/** Every bid of an auction with its score and what became of it. */
export const AuctionBids = ({ bids, nativeSymbol }: Props) => (
  <Table caption="Bids, the best first">
    <thead>
      <tr>
        <TableHead>Solver</TableHead>
        <TableHead align="end">Score</TableHead>
        <TableHead align="end" className="max-tab:hidden">
          Orders
        </TableHead>
        <TableHead>Outcome</TableHead>
        <TableHead className="max-tab:hidden">Transaction</TableHead>
      </tr>
    </thead>
    <tbody>
      {bids.map((bid) => (
        <tr key={bid.ranking}>
          <TableCell className="py-2">
            <span className="grid">
              <span className="wrap-anywhere">{bid.solver}</span>
              <span className="numeric text-label text-ink-2">rank {bid.ranking}</span>
            </span>
          </TableCell>
          <TableCell align="end">{scoreText(bid.score, nativeSymbol)}</TableCell>
          <TableCell align="end" className="max-tab:hidden">
            {bid.orders.length}
          </TableCell>
          <TableCell className="py-2">
            <BidOutcome bid={bid} />
          </TableCell>
          <TableCell className="max-tab:hidden">
            {bid.txHash === undefined ? (
              <span className="text-ink-2">none</span>
            ) : (
              <AddressText address={bid.txHash} what="transaction hash" />
            )}
          </TableCell>
        </tr>
      ))}
    </tbody>
  </Table>
)

const BidOutcome = ({ bid }: { readonly bid: CompetitionEntry }) => {
  const { word, tone, why } = bidVerdict(bid)
  return (
    <span className="grid justify-items-start gap-1">
      <Badge tone={tone}>{word}</Badge>
      {why === undefined ? null : (
        <span className="text-label text-ink-2 wrap-anywhere">{why}</span>
      )}
    </span>
  )
}
