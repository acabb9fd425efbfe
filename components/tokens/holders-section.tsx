'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Badge } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { TokenOf } from '@/lib/client/market'
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

/** The token's largest holders and their share of the supply. */
export const HoldersSection = ({ of, token }: Props) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const query = useHolders(of)
  const pools = usePools(of)
  const labels = new Map([
    ...token.labels,
    ...(pools.data?.body ?? []).map(
      (pool) =>
        [
          pool.contract_address,
          t('holders.pool', { project: projectTitle(pool.project) }),
        ] as const,
    ),
  ])
  const supply = token.totalSupply
  return (
    <MarketSection
      title={t('holders.title')}
      aside={<AsOf ms={query.data?.asOfMs} />}
      note={
        supply === undefined
          ? undefined
          : t('holders.supply', {
              amount: format.amount(supply, token.decimals),
              symbol: token.symbol,
            })
      }
    >
      <Answer
        query={query}
        what={t('holders.what')}
        skeleton={<Skeleton className="h-80 rounded-card" />}
        missing={<p className="text-small text-ink-2">{t('holders.unknown')}</p>}
      >
        {({ body }) => (
          <MoreRows rows={holderRows(body, { supply, labels })} what={t('holders.rows')}>
            {(shown) => <HolderTable rows={shown} token={token} />}
          </MoreRows>
        )}
      </Answer>
    </MarketSection>
  )
}

type TableProps = { readonly rows: readonly HolderRow[]; readonly token: ShownTokenFacts }

const HolderTable = ({ rows, token }: TableProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  return (
    <Table caption={t('holders.caption', { symbol: token.symbol })}>
      <thead>
        <tr>
          <TableHead>{t('holders.holder')}</TableHead>
          <TableHead align="end">{t('holders.balance')}</TableHead>
          <TableHead align="end">{t('holders.share')}</TableHead>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.address}>
            <TableCell className="py-2">
              <span className="flex flex-wrap items-center gap-x-2">
                <AddressText address={row.address} what={t('holders.address')} />
                {row.label === undefined ? null : <Badge>{row.label}</Badge>}
              </span>
            </TableCell>
            <TableCell align="end">{format.amount(row.balance, token.decimals)}</TableCell>
            <TableCell align="end">
              {row.share === undefined ? (
                t('notKnown')
              ) : (
                <span className="inline-grid justify-items-end gap-1">
                  {format.share(row.share)}
                  <ShareBar share={row.share} />
                </span>
              )}
            </TableCell>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
