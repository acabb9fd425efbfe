'use client'

import { AddressText } from '@/components/tokens/address-text'
import { Table, TableCell, TableHead } from '@/components/ui/table'
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
    none="None yet. Rewards appear here once their period is over and its trades are final; then they are paid."
  >
    {(rows) => <PayoutTable rows={rows} />}
  </PagedSection>
)

const PayoutTable = ({ rows }: { readonly rows: readonly PayoutRow[] }) => (
  <Table caption="Payouts by epoch">
    <thead>
      <tr>
        <TableHead>Epoch from</TableHead>
        <TableHead className="max-tab:hidden">For trades of</TableHead>
        <TableHead align="end" className="max-tab:hidden">
          Rewards
        </TableHead>
        <TableHead align="end">Amount</TableHead>
        <TableHead className="max-tab:hidden">State</TableHead>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.epoch} ${row.role} ${row.trader_address}`}>
          <TableCell className="py-2 whitespace-nowrap">
            <span className="grid">
              <span className="numeric">{row.epoch.slice(0, 10)}</span>
              <span className="text-label text-ink-2 tab:hidden">
                <WhoseTrades row={row} />
              </span>
            </span>
          </TableCell>
          <TableCell className="whitespace-nowrap max-tab:hidden">
            <WhoseTrades row={row} />
          </TableCell>
          <TableCell align="end" className="max-tab:hidden">
            {row.rewards}
          </TableCell>
          <TableCell align="end" className="py-2">
            <span className="grid justify-items-end">
              {usdText(row.amount)}
              <span className="text-label text-ink-2 tab:hidden">
                <PayoutState row={row} />
              </span>
            </span>
          </TableCell>
          <TableCell className="whitespace-nowrap max-tab:hidden">
            <PayoutState row={row} />
          </TableCell>
        </tr>
      ))}
    </tbody>
  </Table>
)

const WhoseTrades = ({ row }: { readonly row: PayoutRow }) =>
  row.role === 'trader' ? (
    'yourself'
  ) : (
    <AddressText address={row.trader_address} what="trader address" />
  )

const PayoutState = ({ row }: { readonly row: PayoutRow }) => {
  if (row.paid_at === null) return 'due'
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2">
      <span className="numeric">paid {row.paid_at.slice(0, 10)}</span>
      {row.paid_tx === null ? null : <AddressText address={row.paid_tx} what="transaction hash" />}
    </span>
  )
}
