'use client'

import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useClock } from '@/components/app/use-now'
import { useSearchState } from '@/components/app/use-search-state'
import { useFormat } from '@/components/i18n/use-format'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { SearchField } from '@/components/ui/search-field'
import { Skeleton } from '@/components/ui/skeleton'
import type { Settings } from '@/lib/api/docs/pages'
import { isMissing } from '@/lib/client/market'
import { searchTokens, type Token } from '@/lib/client/swap/tokens'
import { ChangeBadge } from './change-badge'
import { dayChange } from './price-change'
import { tokenHref } from './token-link'
import { TokenMark } from './token-mark'
import { useDayCandles, usePrice } from './use-market'

type Props = {
  /** Tokens of all served networks, sorted by symbol. */
  readonly tokens: readonly (Token & { readonly chainId: number })[]
}

/** Rows shown at first, and added per press of "more". Each row requests its price. */
const pageSize = 25

/** The listed tokens of the selected network, with search and prices. */
export const TokenIndex = ({ tokens }: Props) => {
  const t = useTranslations('tokens')
  const { network } = useSettings()
  const { search, change } = useSearchState()
  const query = search.get('q') ?? ''
  const [limit, setLimit] = useState(pageSize)
  const here = tokens.filter(({ chainId }) => chainId === network.chainId)
  const found = searchTokens(here, query)
  return (
    <>
      <SearchField
        label={t('index.search')}
        placeholder={t('index.placeholder')}
        text={query}
        onChange={(q) => change({ q })}
      />
      <p role="status" className="sr-only">
        {query === '' ? null : t('index.count', { count: found.length })}
      </p>
      {found.length === 0 ? (
        <EmptyState
          title={query === '' ? t('index.none', { network: network.title }) : t('index.noMatch')}
        >
          {query === '' ? null : t('index.noSuch', { network: network.title })}
        </EmptyState>
      ) : (
        <ul className="grid overflow-hidden rounded-card border border-line bg-surface">
          {found.slice(0, limit).map((token) => (
            <TokenRow key={token.address} token={token} network={network} />
          ))}
        </ul>
      )}
      {found.length > limit ? (
        <Button onClick={() => setLimit(limit + pageSize)} className="justify-self-center">
          {t('index.more', { count: Math.min(pageSize, found.length - limit) })}
        </Button>
      ) : null}
    </>
  )
}

type RowProps = { readonly token: Token; readonly network: Settings['networks'][number] }

/** One token of the list; the whole row links to its page. */
const TokenRow = ({ token, network }: RowProps) => (
  <li className="relative grid min-h-15 grid-cols-[auto_minmax(0,1fr)_auto] items-center gap-x-3 border-b border-line px-4 py-1.5 last:border-b-0 hover:bg-sunken">
    <TokenMark network={network} token={token} />
    <span className="grid min-w-0">
      <Link
        href={tokenHref(network.name, token.address)}
        prefetch={false}
        className="justify-self-start font-medium after:absolute after:inset-0 focus-visible:outline-transparent focus-visible:after:outline-3 focus-visible:after:-outline-offset-4 focus-visible:after:outline-(--focus)"
      >
        {token.symbol}
      </Link>
      <span className="truncate text-label text-ink-2">{token.name}</span>
    </span>
    <RowPrice token={token} network={network.name} />
  </li>
)

type PriceProps = { readonly token: Token; readonly network: string }

const RowPrice = ({ token, network }: PriceProps) => {
  const t = useTranslations('tokens')
  const format = useFormat()
  const of = { network, token: token.address }
  const { data, error } = usePrice(of)
  // Candles wait for the price: requesting everything at once makes the list slow to respond to input.
  const { data: candles } = useDayCandles(of, data !== undefined)
  const ratio = useClock((nowMs) =>
    data && nowMs > 0 ? dayChange(data.body.price, candles?.body ?? [], nowMs / 1_000) : undefined,
  )
  if (data === undefined && error) {
    return (
      <span className="text-small text-ink-2">
        {isMissing(error) ? t('price.none') : t('price.silent')}
      </span>
    )
  }
  if (data === undefined) return <Skeleton className="h-5 w-24" />
  return (
    <span className="numeric grid justify-items-end">
      <span className="font-medium">{format.price(data.body.price)}</span>
      {ratio === undefined ? (
        <span className="text-label leading-5 text-ink-2">
          {candles || error ? t('price.noChange') : '…'}
        </span>
      ) : (
        <ChangeBadge ratio={ratio} words={t('price.inDay')} />
      )}
    </span>
  )
}
