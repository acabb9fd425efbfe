'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { CopyButton } from '@/components/ui/copy-button'
import {
  List,
  ListCell,
  type ListColumn,
  ListMain,
  ListRow,
  ListSkeleton,
} from '@/components/ui/list'
import { AccountName } from '@/components/wallet/account-name'
import { shortAddress } from '@/components/wallet/short-address'
import type { HolderView, TokenOf } from '@/lib/client/market'
import { toAddress } from '@/lib/core/address'
import { Answer } from './answer'
import { MarketSection } from './market-section'
import { firstRows, MoreRows } from './more-rows'
import { Aside, projectTitle } from './pools-section'
import type { ShownTokenFacts } from './token-facts'
import { AccountMark } from './token-mark'
import { useHolders, usePools, useSectionDue } from './use-market'

type Props = { readonly of: TokenOf; readonly token: ShownTokenFacts }

/** The token's largest holders and their share of the supply. */
export const HoldersSection = ({ of, token }: Props) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const { ref, isDue } = useSectionDue()
  const query = useHolders(of, { isDue })
  const pools = usePools(of, { isDue })
  const labels = new Map([
    ...token.labels,
    ...(pools.data?.body ?? []).map(({ contract_address, project }) => {
      const partner = token.partners.get(contract_address)?.symbol
      const name = partner
        ? `${projectTitle(project)} ${token.symbol}/${partner}`
        : t('holders.pool', { project: projectTitle(project) })
      return [contract_address, name] as const
    }),
  ])
  const rows = holderRows(query.data?.body ?? [], { supply: token.totalSupply, labels })
  const first = rows.slice(0, firstRows)
  const share = first.reduce((sum, row) => sum + (row.share ?? 0), 0)
  const held = { share: format.percent(share), count: first.length }
  return (
    <MarketSection
      ref={ref}
      title={t('holders.title')}
      aside={<Aside ms={query.data?.asOfMs}>{share > 0 ? t('holders.held', held) : null}</Aside>}
    >
      <Answer
        query={query}
        what={t('holders.what')}
        skeleton={<ListSkeleton label={t('holders.title')} rows={5} hasHead />}
        missing={<p className="text-small text-ink-2">{t('holders.unknown')}</p>}
      >
        {() => (
          <MoreRows rows={rows} what={t('holders.rows')}>
            {(shown) => <HolderList rows={shown} network={of.network} token={token} />}
          </MoreRows>
        )}
      </Answer>
    </MarketSection>
  )
}

type ListProps = {
  readonly rows: readonly HolderRow[]
  /** Name of the network in paths. */
  readonly network: string
  readonly token: ShownTokenFacts
}

const HolderList = ({ rows, network, token }: ListProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const largest = Math.max(...rows.map(({ share = 0 }) => share))
  const columns: readonly ListColumn[] = [
    { key: 'holder', label: t('holders.holder') },
    { key: 'balance', label: t('holders.balance'), align: 'end' },
    { key: 'share', label: t('holders.share'), align: 'end' },
  ]
  return (
    <List
      label={t('holders.caption', { symbol: token.symbol })}
      template="tab:[--columns:minmax(0,1fr)_5.5rem_4rem]"
      columns={columns}
    >
      {rows.map(({ address, label, balance, share }) => (
        <ListRow key={address}>
          <ListMain
            lead={<AccountMark account={address} />}
            title={
              <span title={address} className="inline-flex min-w-0 items-center">
                {label ? (
                  <span className="text-small">{label}</span>
                ) : (
                  <AccountName network={network} account={toAddress(address)}>
                    <span className="font-mono text-code font-normal">{shortAddress(address)}</span>
                  </AccountName>
                )}
                <span className="-my-3 tab:-mr-4">
                  <CopyButton text={address} what={t('holders.address')} />
                </span>
              </span>
            }
          />
          <ListCell on="aside" align="end" className="text-small">
            {format.amount(balance, token)}
          </ListCell>
          <ListCell on="pill" align="end" className="text-small">
            <span className="inline-grid justify-items-end gap-1">
              {format.percent(share)}
              {share === undefined ? null : <ShareBar part={largest > 0 ? share / largest : 0} />}
            </span>
          </ListCell>
        </ListRow>
      ))}
    </List>
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

/** A share as a fraction of the largest one, as a bar below the number. */
const ShareBar = ({ part }: { readonly part: number }) => (
  <svg aria-hidden="true" height="4" className="w-16">
    <rect
      width="100%"
      height="4"
      rx="2"
      className="fill-sunken forced-colors:fill-transparent forced-colors:stroke-ink"
    />
    <rect width={`${part * 100}%`} height="4" rx="2" className="fill-primary" />
  </svg>
)
