'use client'

import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import Link from 'next/link'
import { useTranslations } from 'next-intl'
import { useMemo, useState } from 'react'
import { type ServedNetwork, useSettings } from '@/components/app/settings'
import { useClock } from '@/components/app/use-now'
import { CancelListed } from '@/components/orders/actions/cancel-listed'
import { useCancelOrders } from '@/components/orders/actions/use-cancel-orders'
import {
  type LiveList,
  liveMs,
  type OrdersOf,
  useLiveOrders,
} from '@/components/orders/use-live-orders'
import { useTokenNames } from '@/components/orders/use-token-names'
import { type Tokens, useTokens } from '@/components/swap/tokens/use-tokens'
import { classNames } from '@/components/ui/class-names'
import { useWallet } from '@/components/wallet/use-wallet'
import { fetchOrders, fetchOrdersByUids, type OrderView } from '@/lib/client/api'
import {
  allOrders,
  mergeOrders,
  nextPollMs,
  unfetchedOpenOrders,
} from '@/lib/client/orders/order-pages'
import { orderPrices } from '@/lib/client/orders/order-prices'
import { cancelWays, toShownOrder } from '@/lib/client/orders/shown-order'
import { serverClock } from '@/lib/client/server-clock'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import { railOrders } from '@/lib/client/swap/rail-orders'
import { forgetSale } from '@/lib/client/swap/stored-sales'
import { type Address, toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { useStoredSales } from './native-sale'
import { OrderPeek } from './order-peek'
import { OrderSlip } from './order-slip'

type Props = {
  readonly owner: Address
  /** Orders placed in this page view, newest first. */
  readonly placed: readonly SwapOrder[]
}

/** Slips of an account's open orders and those of the last day; restored after a reload. */
export const OrderRail = ({ owner, placed }: Props) => {
  const t = useTranslations('swap')
  const { network } = useSettings()
  const { isAllowed } = useWallet()
  const tokens = useTokens()
  const nameToken = useTokenNames()
  const { shown, further, orders, isKnown, renew } = useRecentOrders(owner)
  const cancellations = useCancelOrders({ owner, orders, renew })
  const { requested } = cancellations.state
  const sales = useStoredSales(owner)
  const [discarded, setDiscarded] = useState<ReadonlySet<string>>(new Set())
  const slips = useMemo(() => {
    const known = new Set(shown.map(({ uid }) => uid))
    const own = placed.filter((slip) => slip.owner === owner)
    const placedUids = new Set(own.map(({ uid }) => uid))
    const fresh = [...own, ...sales.filter(({ uid }) => !placedUids.has(uid))]
      // Orders placed just now are not yet in the fetched list.
      .filter(({ uid }) => !known.has(uid) && !discarded.has(uid))
    const fetched = shown.flatMap((view) => {
      const own = placed.find(({ uid }) => uid === view.uid)
      return own ?? slipOf(view, { network, find: tokens.find }) ?? []
    })
    return [...fresh, ...fetched]
  }, [shown, placed, sales, discarded, owner, network, tokens])
  const isOpen = (uid: string) =>
    orders.some((order) => order.uid === uid && order.status === 'open')
  const cancel = (uid: SwapOrder['uid']) => {
    const order = orders.find((each) => each.uid === uid)
    const [way] = order && isAllowed ? cancelWays(order, owner) : []
    return way && !requested.has(uid) ? () => cancellations.open([uid], way) : undefined
  }
  const [news, setNews] = useState('')
  const open = slips.filter(({ uid }) => isOpen(uid) || placed.some((own) => own.uid === uid))
  return (
    <>
      <p role="status" className="sr-only">
        {news}
      </p>
      {slips.length > 0 || isKnown ? <Heading isEmpty={slips.length === 0} /> : null}
      {slips.map((slip) => {
        const onCancel = cancel(slip.uid)
        return (
          <OrderSlip
            key={slip.uid}
            placed={slip}
            isNew={placed.some(({ uid }) => uid === slip.uid)}
            isCancelling={requested.has(slip.uid)}
            onNews={setNews}
            onDiscard={() => {
              forgetSale(slip)
              setDiscarded((others) => new Set([...others, slip.uid]))
            }}
            {...(onCancel && { onCancel })}
          />
        )
      })}
      {further > 0 ? (
        <Link
          href={`/orders?chain=${network.name}`}
          className="inline-flex min-h-11 items-center justify-self-start font-medium text-primary underline underline-offset-4"
        >
          {t('rail.further', { count: further })}
        </Link>
      ) : null}
      <OrderPeek slips={open} />
      {nameToken ? <CancelListed {...{ owner, orders, nameToken, cancellations }} /> : null}
    </>
  )
}

/** Narrow pages omit the empty state: there is only room for the form. */
const Heading = ({ isEmpty }: { readonly isEmpty: boolean }) => {
  const t = useTranslations('swap')
  return (
    <div className={classNames('grid gap-1', isEmpty && 'max-desk:hidden')}>
      <h2 className="flex min-h-11 items-center text-h3 desk:-mb-1">{t('rail.title')}</h2>
      {isEmpty ? <p className="max-w-prose text-small text-ink-2">{t('rail.none')}</p> : null}
    </div>
  )
}

/** Number of newest orders fetched. */
const newestOrders = 30
/** How often expired entries are dropped. */
const minuteMs = 60_000

const keyOf = ({ network, owner }: OrdersOf) => ['recent-orders', network, owner]
const live: LiveList = {
  keyOf,
  put: (queries, of, order) => {
    queries.setQueryData<readonly OrderView[]>(
      keyOf(of),
      (known) => known && allOrders(mergeOrders([known], [order])),
    )
    queries.setQueryData(['order', of.network, order.uid], order)
  },
}

/** Fetches an account's open orders among its newest ones, and those of the last day. */
function useRecentOrders(owner: Address) {
  const { network } = useSettings()
  const of = useMemo(() => ({ network: network.name, owner }), [network.name, owner])
  const queries = useQueryClient()
  const isLive = useLiveOrders(of, live)
  const { data, refetch } = useQuery({
    queryKey: keyOf(of),
    queryFn: ({ signal }) => readRecent(queries, of, signal),
    refetchInterval: ({ state }) =>
      isLive ? liveMs : nextPollMs((state.data ?? []).map(toShownOrder), serverClock.nowMs()),
  })
  // Orders older than a day disappear within a minute.
  const minute = useClock((nowMs) => Math.floor((nowMs || Date.now()) / minuteMs))
  const rail = useMemo(() => railOrders(data ?? [], minute * minuteMs), [data, minute])
  const orders = useMemo(() => rail.shown.map(toShownOrder), [rail])
  return { ...rail, orders, isKnown: data !== undefined, renew: () => void refetch() }
}

/** Fetches the newest orders, and older ones that were open. */
async function readRecent(queries: QueryClient, of: OrdersOf, signal: AbortSignal) {
  const { network, owner } = of
  const options = { signal, tries: 2 }
  const newest = await fetchOrders(network, { owner, offset: 0, limit: newestOrders }, options)
  const known = queries.getQueryData<readonly OrderView[]>(keyOf(of)) ?? []
  const uids = unfetchedOpenOrders([known], newest)
  const open = uids.length === 0 ? [] : await fetchOrdersByUids(network, uids, options)
  return allOrders(mergeOrders([newest], open))
}

type Known = { readonly network: ServedNetwork; readonly find: Tokens['find'] }

/** Maps a service's order to a slip; undefined while one of its tokens is unknown here. */
function slipOf(view: OrderView, { network, find }: Known): SwapOrder | undefined {
  const shown = toShownOrder(view)
  const [sellToken, buyToken] = [find(shown.sellToken), find(shown.buyToken)]
  if (!sellToken || !buyToken) return undefined
  const untouched = { ...shown, executedSell: 0n, executedBuy: 0n }
  const { quoted } = orderPrices(untouched, shown.offer)
  const { uid, owner, kind, validTo, sellAmount, buyAmount, feeAmount, signingScheme } = shown
  return {
    ...{ uid, owner, network, sellToken, buyToken, signingScheme },
    quotedAmount: quoted,
    order: {
      ...{ kind, validTo, sellAmount, buyAmount, feeAmount },
      sellToken: shown.sellToken,
      buyToken: shown.buyToken,
      receiver: toAddress(view.receiver ?? owner),
      appData: view.appData as Hex,
      partiallyFillable: view.partiallyFillable,
      sellTokenBalance: view.sellTokenBalance,
      buyTokenBalance: view.buyTokenBalance,
    },
  }
}
