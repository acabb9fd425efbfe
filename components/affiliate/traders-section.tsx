'use client'

import { AddressText } from '@/components/tokens/address-text'
import { Answer } from '@/components/tokens/answer'
import { MarketSection } from '@/components/tokens/market-section'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { TraderRow } from '@/lib/client/rewards'
import { usdText } from '@/lib/client/usd-text'
import type { Address } from '@/lib/core/address'
import { MorePages } from './more-pages'
import { useTraders } from './use-rewards'

/** The traders that a code has brought, and what each has earned its affiliate. */
export const TradersSection = ({ wallet }: { readonly wallet: Address }) => {
  const asked = useTraders(wallet)
  return (
    <MarketSection title="Traders">
      <Answer
        asked={asked}
        what="The traders"
        skeleton={<Skeleton className="h-40 rounded-card" />}
        missing={<None />}
      >
        {({ pages }) => {
          const rows = pages.flat()
          if (rows.length === 0) return <None />
          return (
            <MorePages asked={asked} what="traders">
              <TraderTable rows={rows} />
            </MorePages>
          )
        }}
      </Answer>
    </MarketSection>
  )
}

const None = () => (
  <p className="text-small text-ink-2">
    Nobody is bound to your code yet. A trader is, by the first eligible trade that carries it.
  </p>
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
