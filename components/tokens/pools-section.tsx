'use client'

import type { ReactNode } from 'react'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { isMissing, type PoolView, type TokenOf } from '@/lib/client/market'
import { shareText, sumText } from '@/lib/client/price-text'
import { AddressText } from './address-text'
import { Answer } from './answer'
import { AsOf } from './as-of'
import { MarketSection } from './market-section'
import { MoreRows } from './more-rows'
import { projectTitle } from './project-title'
import type { ShownTokenFacts } from './token-facts'
import { usePools } from './use-market'

type Props = { readonly of: TokenOf; readonly token: ShownTokenFacts }

/** Where the token is traded. */
export const PoolsSection = ({ of, token }: Props) => {
  const asked = usePools(of)
  if (isMissing(asked.error)) return null
  return (
    <MarketSection title="Pools" aside={<AsOf ms={asked.data?.asOfMs} />}>
      <Answer
        asked={asked}
        what="The pools"
        skeleton={<Skeleton className="h-60 rounded-card" />}
        missing={null}
      >
        {({ body }) =>
          body.length === 0 ? (
            <NoPools />
          ) : (
            <MoreRows rows={body} what="pools">
              {(shown) => <PoolTable pools={shown} token={token} />}
            </MoreRows>
          )
        }
      </Answer>
    </MarketSection>
  )
}

const NoPools = () => (
  <p className="text-small text-ink-2">No pool with a known value holds this token.</p>
)

type TableProps = { readonly pools: readonly PoolView[]; readonly token: ShownTokenFacts }

const PoolTable = ({ pools, token: { symbol, partners } }: TableProps) => (
  <Table caption={`Pools of ${symbol}`}>
    <thead>
      <tr>
        <TableHead>Pool</TableHead>
        <TableHead align="end">Depth</TableHead>
        <TableHead align="end">Volume, 24 h</TableHead>
        <TableHead align="end" className="max-tab:hidden">
          Fee
        </TableHead>
        <TableHead align="end" className="max-tab:hidden">
          Yield a year
        </TableHead>
      </tr>
    </thead>
    <tbody>
      {pools.map((pool) => (
        <tr key={pool.contract_address}>
          <TableCell className="py-2">
            <span className="grid">
              <span className="tab:whitespace-nowrap">
                {titleOf(pool, { symbol, partner: partners.get(pool.contract_address) })}
              </span>
              <AddressText address={pool.contract_address} what="pool address" />
            </span>
          </TableCell>
          <TableCell align="end">
            {sumText(pool.tvl)}
            <OnPhones>fee {shareText(pool.fee / 100)}</OnPhones>
          </TableCell>
          <TableCell align="end">
            {sumText(pool.volume)}
            <OnPhones>yield {shareText(pool.apr / 100)}</OnPhones>
          </TableCell>
          <TableCell align="end" className="max-tab:hidden">
            {shareText(pool.fee / 100)}
          </TableCell>
          <TableCell align="end" className="max-tab:hidden">
            {shareText(pool.apr / 100)}
          </TableCell>
        </tr>
      ))}
    </tbody>
  </Table>
)

/** What has a column of its own where there is room for it. */
const OnPhones = ({ children }: { readonly children: ReactNode }) => (
  <span className="block text-label text-ink-2 tab:hidden">{children}</span>
)

type Pair = { readonly symbol: string; readonly partner: string | undefined }

const titleOf = ({ project }: PoolView, { symbol, partner }: Pair) =>
  partner === undefined ? projectTitle(project) : `${symbol} / ${partner}, ${projectTitle(project)}`
