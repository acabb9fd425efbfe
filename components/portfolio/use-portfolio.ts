'use client'

import { useQueries, useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { type ServedNetwork, useSettings } from '@/components/app/settings'
import {
  type LiveList,
  liveMs,
  type OrdersOf,
  useLiveOrders,
} from '@/components/orders/use-live-orders'
import { fetchTokens, fetchUsdPrice, type OrderView } from '@/lib/client/api'
import { fetchTokenMarkets } from '@/lib/client/market'
import { allOrders, mergeOrders } from '@/lib/client/orders/order-pages'
import { claimsOf } from '@/lib/client/portfolio/claims'
import {
  describePortfolio,
  type Portfolio,
  type TokenFigures,
} from '@/lib/client/portfolio/portfolio'
import {
  fetchAllowedTokens,
  fetchBalances,
  fetchHeldTokens,
  fetchOpenOrders,
  stillOpen,
  tokensToShow,
} from '@/lib/client/portfolio/read-portfolio'
import { type Address, asErc20, toAddress } from '@/lib/core/address'
import { maxHeldTokens } from '@/lib/core/held-tokens'

const blockMs = 12_000
const minuteMs = 60_000

const keyOf = ({ network, owner }: OrdersOf, what: string) => ['portfolio', network, owner, what]
const live: LiveList = {
  keyOf: (of) => keyOf(of, 'open-orders'),
  put: (queries, of, order) => {
    queries.setQueryData<readonly OrderView[]>(
      keyOf(of, 'open-orders'),
      (known) => known && stillOpen(allOrders(mergeOrders([known], [order]))),
    )
    // A fill changes balances.
    for (const what of ['held', 'balances']) {
      void queries.invalidateQueries({ queryKey: keyOf(of, what) })
    }
  },
}

/** The query of an account's open orders on a network. */
export const openOrdersQuery = (of: OrdersOf) => ({
  queryKey: keyOf(of, 'open-orders'),
  queryFn: ({ signal }: Signalled) =>
    fetchOpenOrders({ network: of.network, account: of.owner }, { signal }),
})

/** An account's portfolio on one network, as far as it is known. */
export type NetworkState = {
  readonly network: ServedNetwork
  readonly portfolio: Portfolio | undefined
  /** Why it is unknown or old. */
  readonly error: Error | null
  readonly isFetching: boolean
  readonly refetch: () => unknown
  /** Whether open orders or allowances failed to load. */
  readonly isPartial: boolean
  /** Whether the list is truncated: the account holds `maxHeldTokens` or more. */
  readonly isCut: boolean
}

/**
 * Loads an account's balances, allowances and open order amounts on all networks: a few requests per network, whatever
 * it holds. One network that fails leaves the others.
 */
export function usePortfolio(account: Address): readonly NetworkState[] {
  const { settings, network: selected } = useSettings()
  const { networks } = settings
  const owned = useMemo(() => ({ network: selected.name, owner: account }), [selected, account])
  // One stream only: browsers allow six connections per host.
  const isLive = useLiveOrders(owned, live)
  const isSelected = ({ chainId }: ServedNetwork) => chainId === selected.chainId
  const everyMs = (network: ServedNetwork) => (isSelected(network) ? blockMs : minuteMs)
  const of = ({ name }: ServedNetwork) => ({ network: name, account })
  const keyed = ({ name }: ServedNetwork, what: string) =>
    keyOf({ network: name, owner: account }, what)

  const listed = useQuery({
    queryKey: ['tokens'],
    queryFn: ({ signal }) => fetchTokens({ signal }),
    staleTime: minuteMs,
  })
  const held = useQueries({
    queries: networks.map((network) => ({
      queryKey: keyed(network, 'held'),
      queryFn: ({ signal }: Signalled) => fetchHeldTokens(of(network), { signal }),
      refetchInterval: everyMs(network),
    })),
  })
  // Past trades leave allowances on tokens no longer held: search for them once, then poll them with the balances.
  const allowed = useQueries({
    queries: networks.map((network) => ({
      queryKey: keyed(network, 'allowed'),
      queryFn: ({ signal }: Signalled) => {
        const here = (listed.data ?? []).filter(({ chainId }) => chainId === network.chainId)
        return fetchAllowedTokens(of(network), here, { signal })
      },
      enabled: listed.data !== undefined,
      staleTime: 5 * minuteMs,
    })),
  })
  const orders = useQueries({
    queries: networks.map((network) => ({
      ...openOrdersQuery({ network: network.name, owner: account }),
      refetchInterval: isSelected(network) && isLive ? liveMs : everyMs(network),
    })),
  })
  const claims = orders.map(({ data }) => claimsOf(account, data ?? []))
  const isSearched = (index: number) => listed.isError || !allowed[index]?.isPending
  const tokens = networks.map((_, index) =>
    tokensToShow(held[index]?.data ?? [], allowed[index]?.data ?? [], [
      ...(claims[index]?.keys() ?? []),
    ]),
  )
  const balances = useQueries({
    queries: networks.map((network, index) => ({
      queryKey: [...keyed(network, 'balances'), tokens[index]],
      queryFn: ({ signal }: Signalled) =>
        fetchBalances(of(network), tokens[index] ?? [], { signal }),
      enabled: held[index]?.data !== undefined && isSearched(index),
      refetchInterval: everyMs(network),
      placeholderData: <T>(before: T) => before,
    })),
  })
  const figures = useFigures(networks, tokens)
  // Wait for the first prices and open orders: rows are sorted by value, and none should jump while being read.
  const [shown, setShown] = useState<ReadonlySet<number>>(new Set())
  const ready = networks.filter(
    (_, index) => balances[index]?.data && !figures[index]?.isAwaited && !orders[index]?.isPending,
  )
  if (ready.some(({ chainId }) => !shown.has(chainId))) {
    setShown(new Set([...shown, ...ready.map(({ chainId }) => chainId)]))
  }
  return networks.map((network, index): NetworkState => {
    const data = balances[index]?.data
    const queries = [held[index], allowed[index], orders[index], balances[index]]
    const { marketOf = noMarket } = figures[index] ?? {}
    return {
      network,
      portfolio:
        data && shown.has(network.chainId)
          ? describePortfolio({ balances: data, claims: claims[index] ?? new Map(), marketOf })
          : undefined,
      error: held[index]?.error ?? balances[index]?.error ?? null,
      isFetching: held[index]?.isFetching === true || balances[index]?.isFetching === true,
      refetch: () => Promise.all(queries.map((query) => query?.refetch())),
      isPartial: orders[index]?.isError === true || allowed[index]?.isError === true,
      isCut: (held[index]?.data?.length ?? 0) >= maxHeldTokens,
    }
  })
}

type Signalled = { readonly signal: AbortSignal }

type Figures = {
  readonly marketOf: (token: Address) => TokenFigures | undefined
  readonly isAwaited: boolean
}

const noMarket = () => undefined

/** Loads market figures: those of listed tokens in one request per network, the price of each other token by itself. */
function useFigures(
  networks: readonly ServedNetwork[],
  tokens: readonly (readonly Address[])[],
): readonly Figures[] {
  const markets = useQueries({
    queries: networks.map(({ name }) => ({
      queryKey: ['token-markets', name],
      queryFn: ({ signal }: Signalled) => fetchTokenMarkets(name, { signal }),
      staleTime: minuteMs,
      refetchInterval: minuteMs,
    })),
  })
  const known = markets.map(({ data = [] }) => {
    const priced = data.flatMap(({ address, price, dayChange, week }) => {
      if (price === null) return []
      return [[toAddress(address), { price, dayChange: dayChange ?? undefined, week }] as const]
    })
    return new Map<Address, TokenFigures>(priced)
  })
  const others = networks.flatMap((network, index) => {
    const market = markets[index]
    if (!market || market.isPending) return []
    const wrappedNative = toAddress(network.wrappedNative)
    const addresses = (tokens[index] ?? []).map((token) => asErc20(token, { wrappedNative }))
    const unlisted = [...new Set(addresses)].filter((address) => !known[index]?.has(address))
    return unlisted.map((address) => ({ index, name: network.name, address }))
  })
  const prices = useQueries({
    queries: others.map(({ name, address }) => ({
      queryKey: ['usd-price', name, address],
      queryFn: ({ signal }: Signalled) => fetchUsdPrice(name, address, { signal }),
      staleTime: minuteMs,
      refetchInterval: minuteMs,
      retry: false,
    })),
  })
  for (const [place, { index, address }] of others.entries()) {
    const price = prices[place]?.data
    if (price !== undefined) known[index]?.set(address, { price, dayChange: undefined, week: [] })
  }
  return networks.map((network, index) => {
    const wrappedNative = toAddress(network.wrappedNative)
    const isOtherAwaited = others.some(
      (other, place) => other.index === index && prices[place]?.isPending,
    )
    return {
      marketOf: (token) => known[index]?.get(asErc20(token, { wrappedNative })),
      isAwaited: markets[index]?.isPending === true || isOtherAwaited,
    }
  })
}
