'use client'

import Link from 'next/link'
import { Answer } from '@/components/tokens/answer'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { shortAddress } from '@/components/wallet/short-address'
import { referralReasons } from '@/lib/affiliate/referral-reason'
import type { ActivityRow } from '@/lib/client/rewards'
import { usdText } from '@/lib/client/usd-text'
import type { Address } from '@/lib/core/address'
import { MorePages } from './more-pages'
import { useActivity } from './use-rewards'

/** The trades of a trader, newest first, and why each counts or does not. */
export const ActivityTable = ({ wallet }: { readonly wallet: Address }) => {
  const asked = useActivity(wallet)
  return (
    <Answer
      asked={asked}
      what="Your trades"
      skeleton={<Skeleton className="h-40 rounded-card" />}
      missing={null}
    >
      {({ pages }) => (
        <MorePages asked={asked} what="trades">
          <Rows rows={pages.flat()} />
        </MorePages>
      )}
    </Answer>
  )
}

const Rows = ({ rows }: { readonly rows: readonly ActivityRow[] }) => (
  <Table caption="Trades and what they count for">
    <thead>
      <tr>
        <TableHead>Time (UTC)</TableHead>
        <TableHead>Order</TableHead>
        <TableHead align="end">Value</TableHead>
        <TableHead align="end">Eligible</TableHead>
        <TableHead>Code</TableHead>
        <TableHead>Why</TableHead>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={`${row.tx_hash} ${row.order_uid}`}>
          <TableCell className="numeric whitespace-nowrap">
            {row.creation_date.slice(0, 16).replace('T', ' ')}
          </TableCell>
          <TableCell>
            <Link
              href={`/orders/${row.order_uid}?chain=${row.chain_id}`}
              className="font-mono text-code underline"
            >
              {shortAddress(row.order_uid)}
            </Link>
          </TableCell>
          <TableCell align="end">
            {row.usd_value === null ? 'not known' : usdText(row.usd_value)}
          </TableCell>
          <TableCell align="end">{usdText(row.eligible_volume_usd)}</TableCell>
          <TableCell className="font-mono text-code">{row.referrer_code ?? 'none'}</TableCell>
          <TableCell className="min-w-60 py-2">{referralReasons[row.eligibility_reason]}</TableCell>
        </tr>
      ))}
    </tbody>
  </Table>
)
