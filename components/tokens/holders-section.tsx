'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { Badge } from '@/components/ui/badge'
import { Skeleton } from '@/components/ui/skeleton'
import { Table, TableCell, TableHead } from '@/components/ui/table'
import type { HolderView, TokenOf } from '@/lib/client/market'
import { AddressText } from './address-text'
import { Answer } from './answer'
import { AsOf } from './as-of'
import { MarketSection } from './market-section'
import { MoreRows } from './more-rows'
import { projectTitle } from './pools-section'
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
              amount: format.amount(supply, token),
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
            <TableCell align="end">{format.amount(row.balance, token)}</TableCell>
            <TableCell align="end">
              {row.share === undefined ? (
                format.percent(undefined)
              ) : (
                <span className="inline-grid justify-items-end gap-1">
                  {format.percent(row.share)}
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

/** One row of the holder table; `balance` in atoms. */
type HolderRow = {
  readonly address: string
  readonly balance: bigint
  /** Fraction of the supply; undefined if the supply is unknown or implausible. */
  readonly share: number | undefined
  /** Display name of the address, if known. */
  readonly label: string | undefined
}

type Known = {
  /** Total supply in atoms. */
  readonly supply: bigint | undefined
  /** Display names by lower-case address. */
  readonly labels: ReadonlyMap<string, string>
}

/** Returns the holders with their share of the supply and display name. */
export function holderRows(
  holders: readonly HolderView[],
  { supply, labels }: Known,
): readonly HolderRow[] {
  return holders.map(({ address, balance: text }) => {
    const balance = BigInt(text)
    return {
      address,
      balance,
      share: supply === undefined ? undefined : shareOf(balance, supply),
      label: labels.get(address.toLowerCase()),
    }
  })
}

/** Returns the share in steps of 1e-6. A supply below one holder's balance is misreported: undefined. */
function shareOf(balance: bigint, supply: bigint): number | undefined {
  if (supply === 0n || balance > supply) return undefined
  return Number((balance * 1_000_000n) / supply) / 1_000_000
}

/** A fraction as a bar, next to the number. */
const ShareBar = ({ share }: { readonly share: number }) => (
  <svg aria-hidden="true" height="6" className="hidden w-20 tab:block">
    <rect
      width="100%"
      height="6"
      rx="3"
      className="fill-line forced-colors:fill-transparent forced-colors:stroke-ink"
    />
    <rect width={`${Math.min(100, share * 100)}%`} height="6" rx="3" className="fill-primary" />
  </svg>
)
