import { CopyButton } from '@/components/ui/copy-button'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { shortAddress } from '@/components/wallet/short-address'
import type { Hex } from '@/lib/core/bytes'
import { utcText } from './time-text'
import { type ShownToken, tokenAmountText } from './token-amount'

/** What is shown of a fill; amounts in atoms. */
export type ShownTrade = {
  readonly txHash: Hex
  readonly logIndex: number
  /** Unix seconds. */
  readonly timestamp: number
  readonly sellAmount: bigint
  readonly buyAmount: bigint
}

type Props = {
  readonly trades: readonly ShownTrade[]
  readonly sold: ShownToken
  readonly bought: ShownToken
}

/** The fills of an order, with the transactions that made them. */
export const OrderTrades = ({ trades, sold, bought }: Props) => (
  <Table caption="Trades">
    <thead>
      <tr>
        <TableHead>Transaction</TableHead>
        <TableHead align="end">Paid</TableHead>
        <TableHead align="end">Received</TableHead>
        <TableHead>Time</TableHead>
      </tr>
    </thead>
    <tbody>
      {trades.map((trade) => (
        <tr key={`${trade.txHash} ${trade.logIndex}`}>
          <TableCell className="font-mono text-code whitespace-nowrap">
            <span className="inline-flex items-center">
              {shortAddress(trade.txHash)}
              <CopyButton text={trade.txHash} what="transaction hash" />
            </span>
          </TableCell>
          <TableCell align="end">{tokenAmountText(trade.sellAmount, sold)}</TableCell>
          <TableCell align="end">{tokenAmountText(trade.buyAmount, bought)}</TableCell>
          <TableCell className="numeric whitespace-nowrap">
            {utcText(new Date(trade.timestamp * 1000))}
          </TableCell>
        </tr>
      ))}
    </tbody>
  </Table>
)
