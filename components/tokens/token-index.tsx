'use client'

import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useSearchState } from '@/components/app/use-search-state'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { SearchField } from '@/components/ui/search-field'
import { searchTokens, type Token } from '@/lib/client/swap/tokens'
import { TokenRow } from './token-row'

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
            <TokenRow key={token.address} token={token} network={network.name} />
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
