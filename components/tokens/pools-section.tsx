'use client'

import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useFormat } from '@/components/i18n/use-format'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import { isMissing, type PoolView, type TokenOf } from '@/lib/client/market'
import { AddressText } from './address-text'
import { Answer } from './answer'
import { AsOf } from './as-of'
import { MarketSection } from './market-section'
import { MoreRows } from './more-rows'
import type { ShownTokenFacts } from './token-facts'
import { usePools } from './use-market'

type Props = { readonly of: TokenOf; readonly token: ShownTokenFacts }

/** The pools that trade the token. */
export const PoolsSection = ({ of, token }: Props) => {
  const t = useTranslations('tokens')
  const query = usePools(of)
  if (isMissing(query.error)) return null
  return (
    <MarketSection title={t('pools.title')} aside={<AsOf ms={query.data?.asOfMs} />}>
      <Answer
        query={query}
        what={t('pools.what')}
        skeleton={<Skeleton className="h-60 rounded-card" />}
        missing={null}
      >
        {({ body }) =>
          body.length === 0 ? (
            <NoPools />
          ) : (
            <MoreRows rows={body} what={t('pools.rows')}>
              {(shown) => <PoolTable pools={shown} token={token} />}
            </MoreRows>
          )
        }
      </Answer>
    </MarketSection>
  )
}

const NoPools = () => {
  const t = useTranslations('tokens')
  return <p className="text-small text-ink-2">{t('pools.none')}</p>
}

type TableProps = { readonly pools: readonly PoolView[]; readonly token: ShownTokenFacts }

const PoolTable = ({ pools, token: { symbol, partners } }: TableProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  return (
    <Table caption={t('pools.caption', { symbol })}>
      <thead>
        <tr>
          <TableHead>{t('pools.pool')}</TableHead>
          <TableHead align="end" className="max-tab:px-2">
            {t('pools.depth')}
          </TableHead>
          <TableHead align="end" className="max-tab:px-2">
            {t('pools.volume')}
          </TableHead>
          <TableHead align="end" className="max-tab:hidden">
            {t('pools.fee')}
          </TableHead>
          <TableHead align="end" className="max-tab:hidden">
            {t('pools.yield')}
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
                <AddressText address={pool.contract_address} what={t('pools.address')} />
              </span>
            </TableCell>
            <TableCell align="end" className="max-tab:px-2">
              {format.largeUsd(pool.tvl)}
              <OnPhones>{t('pools.feeOf', { fee: format.percent(pool.fee / 100) })}</OnPhones>
            </TableCell>
            <TableCell align="end" className="max-tab:px-2">
              {format.largeUsd(pool.volume)}
              <OnPhones>{t('pools.yieldOf', { yield: format.percent(pool.apr / 100) })}</OnPhones>
            </TableCell>
            <TableCell align="end" className="max-tab:hidden">
              {format.percent(pool.fee / 100)}
            </TableCell>
            <TableCell align="end" className="max-tab:hidden">
              {format.percent(pool.apr / 100)}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}

/** A value that has its own column on wider screens. */
const OnPhones = ({ children }: { readonly children: ReactNode }) => (
  <span className="block text-label text-ink-2 tab:hidden">{children}</span>
)

type Pair = { readonly symbol: string; readonly partner: string | undefined }

const titleOf = ({ project }: PoolView, { symbol, partner }: Pair) =>
  partner === undefined ? projectTitle(project) : `${symbol} / ${partner}, ${projectTitle(project)}`

/** Formats a pool's protocol name: "uniswap_v2" becomes "Uniswap V2". */
export function projectTitle(project: string): string {
  return project
    .split(/[_\s-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
