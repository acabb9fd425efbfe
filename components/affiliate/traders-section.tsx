'use client'

import { AddressText } from '@/components/tokens/address-text'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { TraderRow } from '@/lib/client/rewards'
import { usdText } from '@/lib/client/usd-text'
import type { Address } from '@/lib/core/address'
import { PagedSection } from './paged-section'
import { useTraders } from './use-rewards'

/** The traders that a code has brought, and what each has earned its affiliate. */
export const TradersSection = ({ wallet }: { readonly wallet: Address }) => (
  <PagedSection
    title="Traders"
    what="traders"
    asked={useTraders(wallet)}
    none="Nobody is bound to your code yet. A trader is, by the first eligible trade that carries it."
  >
    {(rows) => <TraderTable rows={rows} />}
  </PagedSection>
)

const TraderTable = ({ rows }: { readonly rows: readonly TraderRow[] }) => (
  <Table caption="Traders bound to your code">
    <thead>
      <tr>
        <TableHead>Trader</TableHead>
        <TableHead>Since</TableHead>
        <TableHead align="end">Eligible volume</TableHead>
        <TableHead align="end">To the next reward</TableHead>
        <TableHead align="end">Earned you</TableHead>
        <TableHead>Counts until</TableHead>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.trader_address}>
          <TableCell className="py-2">
            <AddressText address={row.trader_address} what="trader address" />
          </TableCell>
          <TableCell className="numeric whitespace-nowrap">
            {row.linked_since.slice(0, 10)}
          </TableCell>
          <TableCell align="end">{usdText(row.eligible_volume)}</TableCell>
          <TableCell align="end">
            {row.left_to_next_reward === null ? 'none follows' : usdText(row.left_to_next_reward)}
          </TableCell>
          <TableCell align="end">{usdText(row.total_earned)}</TableCell>
          <TableCell className="numeric whitespace-nowrap">
            {row.rewards_end.slice(0, 10)}
          </TableCell>
        </tr>
      ))}
    </tbody>
  </Table>
)
