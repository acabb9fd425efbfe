'use client'

import { Badge } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { amountText } from '@/lib/client/amount-text'
import type { TokenOf } from '@/lib/client/market'
import { shareText } from '@/lib/client/price-text'
import { AddressText } from './address-text'
import { Answer } from './answer'
import { AsOf } from './as-of'
import { type HolderRow, holderRows } from './holder-rows'
import { MarketSection } from './market-section'
import { MoreRows } from './more-rows'
import { projectTitle } from './project-title'
import { ShareBar } from './share-bar'
import type { ShownTokenFacts } from './token-facts'
import { useHolders, usePools } from './use-market'

type Props = { readonly of: TokenOf; readonly token: ShownTokenFacts }

/** Who holds the token, with shares of the supply. */
export const HoldersSection = ({ of, token }: Props) => {
  const asked = useHolders(of)
  const pools = usePools(of)
  const labels = new Map([
    ...token.labels,
    ...(pools.data?.body ?? []).map(
      (pool) => [pool.contract_address, `${projectTitle(pool.project)} pool`] as const,
    ),
  ])
  const supply = token.totalSupply
  return (
    <MarketSection
      title="Largest holders"
      aside={<AsOf ms={asked.data?.asOfMs} />}
      note={
        supply === undefined
          ? undefined
          : `Supply: ${amountText(supply, token.decimals)} ${token.symbol}`
      }
    >
      <Answer
        asked={asked}
        what="The holders"
        skeleton={<Skeleton className="h-80 rounded-card" />}
        missing={
          <p className="text-small text-ink-2">
            Holders of this token are not known: its transfers are not followed here.
          </p>
        }
      >
        {({ body }) => (
          <MoreRows rows={holderRows(body, { supply, labels })} what="holders">
            {(shown) => <HolderTable rows={shown} token={token} />}
          </MoreRows>
        )}
      </Answer>
    </MarketSection>
  )
}

type TableProps = { readonly rows: readonly HolderRow[]; readonly token: ShownTokenFacts }

const HolderTable = ({ rows, token }: TableProps) => (
  <Table caption={`Largest holders of ${token.symbol}`}>
    <thead>
      <tr>
        <TableHead>Holder</TableHead>
        <TableHead align="end">Balance</TableHead>
        <TableHead align="end">Share</TableHead>
      </tr>
    </thead>
    <tbody>
      {rows.map((row) => (
        <tr key={row.address}>
          <TableCell className="py-2">
            <span className="flex flex-wrap items-center gap-x-2">
              <AddressText address={row.address} what="holder address" />
              {row.label === undefined ? null : <Badge>{row.label}</Badge>}
            </span>
          </TableCell>
          <TableCell align="end">{amountText(row.balance, token.decimals)}</TableCell>
          <TableCell align="end">
            {row.share === undefined ? (
              'not known'
            ) : (
              <span className="inline-grid justify-items-end gap-1">
                {shareText(row.share)}
                <ShareBar share={row.share} />
              </span>
            )}
          </TableCell>
        </tr>
      ))}
    </tbody>
  </Table>
)
