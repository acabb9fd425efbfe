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
import { allOrders, putOrders } from '@/lib/client/orders/order-pages'
import { claimsOf } from '@/lib/client/portfolio/claims'
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
      (known) => known && stillOpen(allOrders(putOrders([known], [order]))),
    )
    // A fill moves what is held.
    for (const what of ['held', 'balances']) {
      void queries.invalidateQueries({ queryKey: keyOf(of, what) })
    }
  },
}

/** What an account holds on the network that is shown, lets be taken and has promised. */
export function usePortfolio(account: Address) {
  const { network } = useSettings()
  const { name, chainId } = network
  const of = { network: name, account }
  const owned = useMemo(() => ({ network: name, owner: account }), [name, account])
  const keyed = (what: string) => keyOf(owned, what)
  const isLive = useLiveOrders(owned, live)
  // What others send is told by the chain alone.
  const held = useQuery({
    queryKey: keyed('held'),
    queryFn: ({ signal }) => fetchHeldTokens(of, { signal }),
    refetchInterval: blockMs,
  })
  // Allowances are left behind by trades: they are looked for once, and watched where they are found.
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
  const claims = useMemo(() => claimsOf(account, orders.data ?? []), [account, orders.data])
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
  // Prices decide the order of the rows, which are not to change places before the eyes of who has begun to read.
  const [isBegun, setBegun] = useState(false)
  if (data && !isAwaited && !isBegun) setBegun(true)
  const portfolio = useMemo(
    () => (data && isBegun ? describePortfolio({ balances: data, claims, priceOf }) : undefined),
    [data, isBegun, claims, priceOf],
  )
  const failed = [held, balances].find(({ error }) => error)
  return {
    data: portfolio,
    error: failed?.error ?? null,
    isFetching: held.isFetching || balances.isFetching,
    refetch: () => Promise.all([held, allowed, orders, balances].map((each) => each.refetch())),
    /** Whether open orders or allowances are not known. */
    isPartial: orders.isError || allowed.isError,
    /** Whether it holds so many tokens that only some of them are read. */
    isCut: (held.data?.length ?? 0) >= maxHeldTokens,
  }
}
