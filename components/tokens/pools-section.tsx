'use client'

import { useTranslations } from 'next-intl'
import { useFormat } from '@/components/i18n/use-format'
import { CopyButton } from '@/components/ui/copy-button'
import {
  List,
  ListCell,
  type ListColumn,
  ListEmpty,
  ListMain,
  ListRow,
  ListSkeleton,
} from '@/components/ui/list'
import { shortAddress } from '@/components/wallet/short-address'
import { isMissing, type PoolView, type TokenOf } from '@/lib/client/market'
import type { MarkNetwork } from '@/lib/client/token-mark'
import { Answer } from './answer'
import { AsOf } from './as-of'
import { MarketSection } from './market-section'
import { MoreRows } from './more-rows'
import type { ShownTokenFacts } from './token-facts'
import { TokenMark, TokenPair } from './token-mark'
import { usePools, useSectionDue } from './use-market'

type Props = {
  readonly of: TokenOf
  readonly token: ShownTokenFacts
  readonly network: MarkNetwork
}

/** The pools that trade the token. */
export const PoolsSection = ({ of, token, network }: Props) => {
  const t = useTranslations('tokens')
  const { ref, isDue } = useSectionDue()
  const query = usePools(of, { isDue })
  if (isMissing(query.error)) return null
  const count = query.data?.body.length
  return (
    <MarketSection
      ref={ref}
      title={t('pools.title')}
      aside={<Aside ms={query.data?.asOfMs}>{count ? t('pools.count', { count }) : null}</Aside>}
    >
      <Answer
        query={query}
        what={t('pools.what')}
        skeleton={<ListSkeleton label={t('pools.title')} rows={5} hasHead />}
        missing={null}
      >
        {({ body }) =>
          body.length === 0 ? (
            <ListEmpty>
              <p className="p-6 text-small text-ink-2">{t('pools.none')}</p>
            </ListEmpty>
          ) : (
            <MoreRows rows={body} what={t('pools.rows')}>
              {(shown) => <PoolList pools={shown} token={token} network={network} />}
            </MoreRows>
          )
        }
      </Answer>
    </MarketSection>
  )
}

type AsideProps = { readonly ms: number | undefined; readonly children: string | null }

/** How much a section shows, and its age. */
export const Aside = ({ ms, children }: AsideProps) => (
  <span className="flex flex-wrap items-baseline gap-x-3 text-label text-ink-2">
    {children}
    <AsOf ms={ms} />
  </span>
)

type ListProps = {
  readonly pools: readonly PoolView[]
  readonly token: ShownTokenFacts
  readonly network: MarkNetwork
}

const template = 'tab:[--columns:minmax(0,1fr)_6.5rem_6.5rem_4rem_5rem]'

const PoolList = ({ pools, token, network }: ListProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const columns: readonly ListColumn[] = [
    { key: 'pool', label: t('pools.pool') },
    { key: 'tvl', label: t('index.tvl'), align: 'end' },
    { key: 'volume', label: t('index.volume'), align: 'end' },
    { key: 'fee', label: t('pools.fee'), align: 'end' },
    { key: 'apr', label: t('pools.apr'), align: 'end' },
  ]
  return (
    <List
      label={t('pools.caption', { symbol: token.symbol })}
      template={template}
      columns={columns}
    >
      {pools.map((pool) => {
        const partner = token.partners.get(pool.contract_address)
        const fee = format.percent(pool.fee / 100)
        const apr = format.percent(pool.apr / 100)
        return (
          <ListRow key={pool.contract_address}>
            <ListMain
              lead={
                partner ? (
                  <TokenPair network={network} tokens={[token, partner]} />
                ) : (
                  <TokenMark network={network} token={token} size={24} />
                )
              }
              title={
                <span className="inline-flex items-center">
                  {partner ? (
                    `${token.symbol} / ${partner.symbol}`
                  ) : (
                    <span className="font-mono text-code font-normal">
                      {shortAddress(pool.contract_address)}
                    </span>
                  )}
                  <span className="-my-3 max-tab:hidden">
                    <CopyButton text={pool.contract_address} what={t('pools.address')} />
                  </span>
                </span>
              }
              note={
                <>
                  {projectTitle(pool.project)}
                  <span className="tab:hidden"> · {t('pools.feeOf', { fee })}</span>
                </>
              }
            />
            <ListCell on="aside" align="end" className="text-small">
              {format.largeUsd(pool.tvl)}
            </ListCell>
            <ListCell align="end" className="text-small">
              {format.largeUsd(pool.volume)}
            </ListCell>
            <ListCell align="end" className="text-small">
              {fee}
            </ListCell>
            <ListCell on="pill" align="end" className="text-small">
              {apr}
              <span className="text-ink-2 tab:hidden"> {t('pools.apr')}</span>
            </ListCell>
          </ListRow>
        )
      })}
    </List>
  )
}

/** Formats a pool's protocol name: "uniswap_v2" becomes "Uniswap V2". */
export function projectTitle(project: string): string {
  return project
    .split(/[_\s-]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')
}
