'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useSearchState } from '@/components/app/use-search-state'
import { useFormat } from '@/components/i18n/use-format'
import { useStoredTokens } from '@/components/swap/tokens/use-stored-tokens'
import { Alert } from '@/components/ui/alert'
import { Button } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { InlineSearch } from '@/components/ui/inline-search'
import { ListEmpty } from '@/components/ui/list'
import { SelectField } from '@/components/ui/select-field'
import { ConnectFirst } from '@/components/wallet/connect-first'
import { useWallet } from '@/components/wallet/use-wallet'
import { fetchHeldBalances } from '@/lib/client/api'
import { searchTokens, type Token } from '@/lib/client/swap/tokens'
import {
  defaultSort,
  nextSort,
  readSort,
  sortKeys,
  sortRows,
  type TokenRow,
  writeSort,
} from '@/lib/client/tokens/token-rows'
import { ChoiceRow } from './choice-row'
import { TokenTable } from './token-table'
import { useTokenMarkets } from './use-market'

type Props = {
  /** Tokens of all served networks, the base tokens of each first. */
  readonly tokens: readonly (Token & { readonly chainId: number })[]
}

/** Rows shown at first, and added per press of "more". */
const pageSize = 25

const parts = ['all', 'held', 'favourites'] as const

/** Which tokens the list shows. */
type Part = (typeof parts)[number]

/** The listed tokens of the selected network by the size of their markets. */
export const TokenIndex = ({ tokens }: Props) => {
  const t = useTranslations('tokens')
  const ui = useTranslations('ui')
  const format = useFormat()
  const { network } = useSettings()
  const { search, change } = useSearchState()
  const [limit, setLimit] = useState(pageSize)
  const here = useMemo(
    () => tokens.filter(({ chainId }) => chainId === network.chainId),
    [tokens, network.chainId],
  )
  const markets = useTokenMarkets(network.name)
  const { favourites } = useStoredTokens().stored
  const held = useHeldTokens()
  const query = search.get('q') ?? ''
  const part = parts.find((each) => each === search.get('show')) ?? 'all'
  const sort = readSort(search.get('sort'))
  const members = { all: undefined, held: held.tokens, favourites: new Set<string>(favourites) }
  const of = (each: Part) => {
    const chosen = members[each]
    return chosen ? here.filter(({ address }) => chosen.has(address)) : here
  }
  const found = searchTokens(of(part), query)
  const rows = useRows(found, { markets: markets.data, sort, isSearch: query.trim() !== '' })
  const countOf = (each: Part) => (members[each] === undefined ? undefined : of(each).length)
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <h1 className="text-h1">{t('title')}</h1>
        <p className="mr-auto pt-1 text-small text-ink-2">
          {t('index.on', { count: format.count(here.length), network: network.title })}
        </p>
        <ChoiceRow
          label={t('index.show')}
          choices={parts.map((value) => ({
            value,
            label: t(`index.${value}`),
            count: countOf(value),
          }))}
          value={part}
          onChoose={(value) => change({ show: value === 'all' ? '' : value })}
        />
        <InlineSearch
          label={t('index.search')}
          placeholder={t('index.placeholder')}
          text={query}
          onChange={(q) => change({ q })}
          className="w-full tab:max-w-80 tab:min-w-56 tab:flex-1"
        />
        <SelectField
          label={t('index.sort')}
          isLabelHidden
          value={sort.key}
          onChange={({ target: { value } }) => {
            const key = sortKeys.find((each) => each === value) ?? defaultSort.key
            change({ sort: writeSort(nextSort({ ...sort, key: defaultSort.key }, key)) })
          }}
          className="w-full tab:hidden"
        >
          {sortKeys.map((key) => (
            <option key={key} value={key}>
              {t('index.sortedBy', { key })}
            </option>
          ))}
        </SelectField>
      </div>
      <p role="status" className="sr-only">
        {query === '' ? null : t('index.count', { count: found.length })}
      </p>
      {markets.data === undefined && markets.error ? (
        <Alert
          tone="warn"
          title={t('index.silent')}
          actions={
            <Button size="small" busy={markets.isFetching} onClick={() => void markets.refetch()}>
              {ui('answer.retry')}
            </Button>
          }
        >
          {ui('answer.silent')}
        </Alert>
      ) : null}
      {part === 'held' && held.isUnknown ? (
        <ListEmpty>
          <ConnectFirst title={t('index.connect')}>{t('index.connectWhy')}</ConnectFirst>
        </ListEmpty>
      ) : rows.length === 0 ? (
        <ListEmpty>
          <NoTokens part={part} isSearch={query !== ''} />
        </ListEmpty>
      ) : (
        <TokenTable
          rows={rows.slice(0, limit)}
          network={network}
          isLoading={markets.isPending}
          sort={sort}
          onSort={(key) => change({ sort: writeSort(nextSort(sort, key)) })}
        />
      )}
      {rows.length === 0 ? null : (
        <div className="flex min-h-11 items-center justify-between gap-3">
          <p className="text-small text-ink-2">
            {t('index.showing', {
              shown: format.count(Math.min(limit, rows.length)),
              count: format.count(rows.length),
            })}
          </p>
          {rows.length > limit ? (
            <Button onClick={() => setLimit(limit + pageSize)}>{t('index.more')}</Button>
          ) : null}
        </div>
      )}
    </>
  )
}

type RowsInput = {
  readonly markets: ReturnType<typeof useTokenMarkets>['data']
  readonly sort: ReturnType<typeof readSort>
  readonly isSearch: boolean
}

/** Joins tokens and figures, and sorts them; a search has its best matches first unless a column was chosen. */
function useRows(
  tokens: readonly Token[],
  { markets, sort, isSearch }: RowsInput,
): readonly TokenRow[] {
  const byAddress = useMemo(
    () => new Map(markets?.map((market) => [market.address, market])),
    [markets],
  )
  const rows = tokens.map((token) => ({ token, market: byAddress.get(token.address) }))
  const isRanked = isSearch && writeSort(sort) === ''
  return isRanked ? rows : sortRows(rows, sort)
}

/** The listed tokens that the account holds; unknown without an account. */
function useHeldTokens() {
  const { network } = useSettings()
  const { account } = useWallet()
  const { data } = useQuery({
    queryKey: ['held-balances', network.name, account],
    queryFn: ({ signal }) => fetchHeldBalances(network.name, account ?? '0x', { signal }),
    enabled: account !== undefined,
  })
  const tokens = useMemo(() => data && new Set(Object.keys(data)), [data])
  return { tokens, isUnknown: account === undefined }
}

type NoTokensProps = { readonly part: Part; readonly isSearch: boolean }

const NoTokens = ({ part, isSearch }: NoTokensProps) => {
  const t = useTranslations('tokens')
  const { network } = useSettings()
  if (isSearch) {
    return (
      <EmptyState title={t('index.noMatch')}>
        {t('index.noSuch', { network: network.title })}
      </EmptyState>
    )
  }
  if (part === 'all') return <EmptyState title={t('index.none', { network: network.title })} />
  return (
    <EmptyState title={t(part === 'held' ? 'index.noneHeld' : 'index.noneFavourite')}>
      {t(part === 'held' ? 'index.noneHeldWhy' : 'index.noneFavouriteWhy')}
    </EmptyState>
  )
}
