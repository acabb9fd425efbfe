'use client'

import { useQuery } from '@tanstack/react-query'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useUsdPrices } from '@/components/app/use-usd-prices'
import { TokensNotice } from '@/components/swap/form/form-notice'
import { Combobox } from '@/components/ui/combobox'
import type { ListboxSection } from '@/components/ui/virtual-listbox'
import { useWallet } from '@/components/wallet/use-wallet'
import { fetchHeldBalances } from '@/lib/client/api'
import { isRefused } from '@/lib/client/swap/stored-tokens'
import { sectionTokens } from '@/lib/client/swap/token-sections'
import { searchedAddress, searchTokens, type Token } from '@/lib/client/swap/tokens'
import { usdValue } from '@/lib/client/usd-value'
import type { Address } from '@/lib/core/address'
import { TokenImport } from './token-import'
import type { TokenPickerProps } from './token-picker'
import { TokenButtons, TokenRow } from './token-row'
import { type BalanceOf, useBalances } from './use-balances'
import { useStoredTokens } from './use-stored-tokens'
import type { Tokens } from './use-tokens'

type Props = Pick<TokenPickerProps, 'label' | 'tokens' | 'balanceOf' | 'selected' | 'onSelect'>

/** Maximum number of tokens whose prices are fetched. */
const maxPriced = 100

const keyOf = ({ address }: Token) => address

/** The searchable token list. It filters synchronously, so that Enter selects the visible match. */
export const TokenList = ({ label, tokens, balanceOf, selected, onSelect }: Props) => {
  const t = useTranslations('swap')
  const [query, setQuery] = useState('')
  const { stored, toggle, note, add, drop } = useStoredTokens()
  const holding = useHoldings(tokens, { balanceOf, imported: stored.imported })
  const sections = useSections(tokens, { query, holding })
  const found = sections.reduce((sum, { options }) => sum + options.length, 0)
  const unknown = found === 0 && tokens.status === 'ready' ? searchedAddress(query) : undefined
  const choose = (address: Address) => {
    note(address)
    onSelect(address)
  }
  const isImported = ({ address }: Token) =>
    stored.imported.some((each) => each.address === address)
  return (
    <Combobox
      label={label}
      placeholder={t('selector.placeholder')}
      query={query}
      onQueryChange={setQuery}
      sections={sections}
      keyOf={keyOf}
      selectedKey={selected?.address}
      onSelect={({ address }) => choose(address)}
      renderOption={(token) => (
        <TokenRow
          token={token}
          balance={holding.balanceOf(token.address)}
          worth={holding.worthOf(token.address)}
          isImported={isImported(token)}
          isRefused={isRefused(stored, { token: token.address, nowMs: Date.now() })}
        />
      )}
      renderAction={(token) => (
        <TokenButtons
          token={token}
          isFavourite={stored.favourites.includes(token.address)}
          isImported={isImported(token)}
          onToggle={toggle}
          onRemove={drop}
        />
      )}
      empty={unknown || tokens.status === 'failed' ? null : <NothingFound {...tokens} />}
    >
      <p role="status" className="sr-only">
        {query.trim() === '' || found === 0 ? null : t('selector.found', { count: found })}
      </p>
      {tokens.status === 'failed' ? <TokensNotice onRetry={tokens.reload} /> : null}
      {unknown ? (
        <TokenImport
          key={unknown}
          address={unknown}
          tokens={tokens.all}
          onImport={(token) => {
            add(token)
            choose(token.address)
          }}
        />
      ) : null}
    </Combobox>
  )
}

const NothingFound = ({ status }: Pick<Tokens, 'status'>) => {
  const t = useTranslations('swap')
  const text = status === 'loading' ? t('selector.loading') : t('selector.nothing')
  return <p className="px-2 text-small text-ink-2">{text}</p>
}

type Holding = {
  readonly balanceOf: BalanceOf
  /** In US dollars. */
  readonly worthOf: (token: Address) => number | undefined
  readonly isHeld: (token: Address) => boolean
}

type Given = { readonly balanceOf: BalanceOf; readonly imported: readonly Token[] }

/** The account's balances: listed tokens from the service, imported ones from the chain. */
function useHoldings(tokens: Tokens, { balanceOf: newest, imported }: Given): Holding {
  const { account } = useWallet()
  const held = useHeldBalances(account)
  const importedOf = useBalances(imported, account)
  const priced = [...held.keys(), ...imported.map(({ address }) => address)].slice(0, maxPriced)
  const priceOf = useUsdPrices(priced)
  return useMemo(() => {
    const balanceOf: BalanceOf = (token) =>
      newest(token) ?? (token && held.get(token)) ?? importedOf(token)
    return {
      balanceOf,
      worthOf: (token) => usdValue(balanceOf(token), tokens.find(token), priceOf(token)),
      isHeld: (token) => (balanceOf(token) ?? 0n) > 0n,
    }
  }, [tokens, newest, held, importedOf, priceOf])
}

type Shown = { readonly query: string; readonly holding: Holding }

/**
 * The matches, or all tokens in sections. Favourites are those from when the list was opened, so that no row moves
 * when it is marked.
 */
function useSections(tokens: Tokens, { query, holding }: Shown): readonly ListboxSection<Token>[] {
  const t = useTranslations('swap')
  const { stored } = useStoredTokens()
  const [first] = useState(stored)
  return useMemo(() => {
    if (query.trim() !== '') {
      const options = searchTokens(tokens.all, query)
      return options.length === 0 ? [] : [{ key: 'found', options }]
    }
    const sections = sectionTokens(tokens.all, { ...holding, stored: first })
    // Omits a redundant title if everything is in "All tokens".
    const isPlain = sections.every(({ name }) => name === 'all')
    return sections.map(({ name, tokens: options }) => {
      const title = isPlain ? undefined : t(`selector.${name}`)
      return { key: name, title, options }
    })
  }, [tokens, query, holding, first, t])
}

/** One block of the main network. */
const refetchInterval = 12_000

/** Fetches an account's balances of listed tokens in atoms; omits zero and unknown balances. */
function useHeldBalances(account: Address | undefined): ReadonlyMap<Address, bigint> {
  const { network } = useSettings()
  const { data } = useQuery({
    queryKey: ['held-balances', network.name, account],
    queryFn: ({ signal }) => fetchHeldBalances(network.name, account as Address, { signal }),
    enabled: account !== undefined,
    refetchInterval,
  })
  return useMemo(() => {
    const held = Object.entries(data ?? {}) as [Address, string | null][]
    return new Map(held.flatMap(([token, atoms]) => (atoms ? [[token, BigInt(atoms)]] : [])))
  }, [data])
}
