'use client'

import { useState } from 'react'
import { Badge } from '@/components/ui/badge'
import { Button } from '@/components/ui/button'
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
import { ShareBar } from './share-bar'
import type { ShownTokenFacts } from './token-facts'
import { mostHolders, useHolders, usePools } from './use-market'

type Props = { readonly of: TokenOf; readonly token: ShownTokenFacts }

const firstRows = 10

/** Who holds the token, with shares of the supply. */
export const HoldersSection = ({ of, token }: Props) => {
  const asked = useHolders(of)
  const pools = usePools(of)
  const labels = new Map([
    ...token.labels,
    ...(pools.data?.body ?? []).map((pool) => [pool.contract_address, 'Pool'] as const),
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
        {({ body }) => <HolderTable rows={holderRows(body, { supply, labels })} token={token} />}
      </Answer>
    </MarketSection>
  )
}

type TableProps = { readonly rows: readonly HolderRow[]; readonly token: ShownTokenFacts }

const HolderTable = ({ rows, token }: TableProps) => {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? rows : rows.slice(0, firstRows)
  return (
    <div className="grid grid-cols-1 gap-3">
      <Table caption={`Largest holders of ${token.symbol}`}>
        <thead>
          <tr>
            <TableHead>Holder</TableHead>
            <TableHead align="end">Balance</TableHead>
            <TableHead align="end">Share</TableHead>
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
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
      {rows.length > firstRows && !isWhole ? (
        <Button onClick={() => setWhole(true)} className="justify-self-start">
          {rows.length < mostHolders ? `Show all ${rows.length}` : `Show the first ${mostHolders}`}
        </Button>
      ) : null}
    </div>
  )
}
