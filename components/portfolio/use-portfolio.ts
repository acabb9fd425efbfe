'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useSettings } from '@/components/app/settings'
import { useAwaitedUsdPrices } from '@/components/app/use-usd-prices'
import {
  type LiveList,
  liveMs,
  type OrdersOf,
  useLiveOrders,
} from '@/components/orders/use-live-orders'
import type { OrderView } from '@/lib/client/api'
import { allOrders, mergeOrders } from '@/lib/client/orders/order-pages'
import { claimsOf, drawsFunds } from '@/lib/client/portfolio/claims'
import { describePortfolio } from '@/lib/client/portfolio/portfolio'
import {
  fetchAllowedTokens,
  fetchBalances,
  fetchHeldTokens,
  fetchOpenOrders,
  stillOpen,
  tokensToShow,
} from '@/lib/client/portfolio/read-portfolio'
import type { Address } from '@/lib/core/address'
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

/** Loads an account's balances, allowances and open order amounts on the selected network. */
export function usePortfolio(account: Address) {
  const { network } = useSettings()
  const { name, chainId } = network
  const of = { network: name, account }
  const owned = useMemo(() => ({ network: name, owner: account }), [name, account])
  const keyed = (what: string) => keyOf(owned, what)
  const isLive = useLiveOrders(owned, live)
  // The event stream reports orders only; incoming transfers must be polled from the chain.
  const held = useQuery({
    queryKey: keyed('held'),
    queryFn: ({ signal }) => fetchHeldTokens(of, { signal }),
    refetchInterval: blockMs,
  })
  // Past trades leave allowances on tokens no longer held: search for them once, then poll them with the balances.
  const allowed = useQuery({
    queryKey: keyed('allowed'),
    queryFn: ({ signal }) => fetchAllowedTokens(of, chainId, { signal }),
    staleTime: 5 * minuteMs,
  })
  const orders = useQuery({
    queryKey: keyed('open-orders'),
    queryFn: ({ signal }) => fetchOpenOrders(of, { signal }),
    refetchInterval: isLive ? liveMs : blockMs,
  })
  const claims = useMemo(
    () => claimsOf(account, (orders.data ?? []).filter(drawsFunds)),
    [account, orders.data],
  )
  const isReady = held.data !== undefined && !allowed.isPending
  const tokens = useMemo(
    () => tokensToShow(held.data ?? [], allowed.data ?? [], [...claims.keys()]),
    [held.data, allowed.data, claims],
  )
  const balances = useQuery({
    queryKey: [...keyed('balances'), tokens],
    queryFn: ({ signal }) => fetchBalances(of, tokens, { signal }),
    enabled: isReady,
    refetchInterval: blockMs,
    placeholderData: (before) => before,
  })
  const { priceOf, isAwaited } = useAwaitedUsdPrices(tokens)
  const { data } = balances
  // Rows are sorted by USD value: wait for the first prices so that they do not jump while being read.
  const [isShown, setShown] = useState(false)
  if (data && !isAwaited && !isShown) setShown(true)
  const portfolio = useMemo(
    () => (data && isShown ? describePortfolio({ balances: data, claims, priceOf }) : undefined),
    [data, isShown, claims, priceOf],
  )
  const failed = [held, balances].find(({ error }) => error)
  return {
    data: portfolio,
    error: failed?.error ?? null,
    isFetching: held.isFetching || balances.isFetching,
    refetch: () => Promise.all([held, allowed, orders, balances].map((each) => each.refetch())),
    /** Whether open orders or allowances failed to load. */
    isPartial: orders.isError || allowed.isError,
    /** Whether the list is truncated: the account holds `maxHeldTokens` or more. */
    isCut: (held.data?.length ?? 0) >= maxHeldTokens,
  }
}
