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
    none="Nobody is bound to your code yet. A trader is, by the first trade with it that counts."
  >
    {(rows) => <TraderTable rows={rows} />}
  </PagedSection>
)

const TraderTable = ({ rows }: { readonly rows: readonly TraderRow[] }) => (
  <Table caption="Traders bound to your code">
    <thead>
      <tr>
        <TableHead>Trader</TableHead>
        <TableHead className="max-tab:hidden">Since</TableHead>
        <TableHead className="max-tab:hidden">Counts until</TableHead>
        <TableHead align="end">Volume</TableHead>
        <TableHead align="end" className="max-tab:hidden">
          To the next reward
        </TableHead>
        <TableHead align="end">Earned</TableHead>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.trader_address}>
          <TableCell className="py-2 max-tab:pr-0">
            <span className="grid">
              <AddressText address={row.trader_address} what="trader address" />
              <span className="numeric text-label text-ink-2 tab:hidden">
                until {row.rewards_end.slice(0, 10)}
              </span>
            </span>
          </TableCell>
          <TableCell className="numeric whitespace-nowrap max-tab:hidden">
            {row.linked_since.slice(0, 10)}
          </TableCell>
          <TableCell className="numeric whitespace-nowrap max-tab:hidden">
            {row.rewards_end.slice(0, 10)}
          </TableCell>
          <TableCell align="end">
            <span className="grid">
              {usdText(row.eligible_volume)}
              <span className="text-label text-ink-2 tab:hidden">
                {row.left_to_next_reward === null ? leftText(row) : `${leftText(row)} to go`}
              </span>
            </span>
          </TableCell>
          <TableCell align="end" className="max-tab:hidden">
            {leftText(row)}
          </TableCell>
          <TableCell align="end">{usdText(row.total_earned)}</TableCell>
        </tr>
      ))}
    </tbody>
  </Table>
)

/** What is missing to the next reward. */
const leftText = ({ left_to_next_reward: left }: TraderRow) =>
  left === null ? 'none follows' : usdText(left)
