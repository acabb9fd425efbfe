'use client'

import { AddressText } from '@/components/tokens/address-text'
import { CopyButton } from '@/components/ui/copy-button'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { shortAddress } from '@/components/wallet/short-address'
import type { PayoutRow } from '@/lib/client/rewards'
import { usdText } from '@/lib/client/usd-text'
import type { Address } from '@/lib/core/address'
import { PagedSection } from './paged-section'
import { usePayouts } from './use-rewards'

/** What was paid to a wallet, and what is due, by epoch. */
export const PayoutsSection = ({ wallet }: { readonly wallet: Address }) => (
  <PagedSection
    title="Payouts"
    what="payouts"
    asked={usePayouts(wallet)}
    none="None yet. Rewards are paid once the epoch they fell due in is over and its trades are final."
  >
    {(rows) => <PayoutTable rows={rows} />}
  </PagedSection>
)

const PayoutTable = ({ rows }: { readonly rows: readonly PayoutRow[] }) => (
  <Table caption="Payouts by epoch">
    <thead>
      <tr>
        <TableHead>Epoch from</TableHead>
        <TableHead>For</TableHead>
        <TableHead align="end">Rewards</TableHead>
        <TableHead align="end">Amount</TableHead>
        <TableHead>State</TableHead>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.epoch} ${row.role} ${row.trader_address}`}>
          <TableCell className="numeric whitespace-nowrap">{row.epoch.slice(0, 10)}</TableCell>
          <TableCell className="whitespace-nowrap">
            {row.role === 'trader' ? (
              'your own trades'
            ) : (
              <AddressText address={row.trader_address} what="trader address" />
            )}
          </TableCell>
          <TableCell align="end">{row.rewards}</TableCell>
          <TableCell align="end">{usdText(row.amount)}</TableCell>
          <TableCell className="whitespace-nowrap">
            <PayoutState row={row} />
          </TableCell>
        </tr>
      ))}
    </tbody>
  </Table>
)

const PayoutState = ({ row }: { readonly row: PayoutRow }) => {
  if (row.paid_at === null) return 'due'
  return (
    <span className="-my-2 inline-flex items-center gap-1">
      paid {row.paid_at.slice(0, 10)}
      {row.paid_tx === null ? null : (
        <>
          <span className="font-mono text-code">{shortAddress(row.paid_tx)}</span>
          <CopyButton text={row.paid_tx} what="transaction hash" />
        </>
      )}
    </span>
  )
}
