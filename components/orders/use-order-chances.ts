'use client'

import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSettings } from '@/components/app/settings'
import { useUsdPrices } from '@/components/app/use-usd-prices'
import { findTrouble, marketGap, type OrderTrouble } from '@/lib/client/orders/order-trouble'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import { fetchBalances } from '@/lib/client/portfolio/read-portfolio'
import type { Address } from '@/lib/core/address'
import type { ShownToken } from './token-amount'

const balancesMs = 15_000
/** Tokens whose prices and balances are asked for at most; one page of the list rarely has more. */
const mostTokens = 40

/** What is known of an open order's way to its fill. */
export type Chances = {
  readonly trouble: OrderTrouble | undefined
  readonly gap: number | undefined
}

/** What keeps an account's open orders from being filled, by its balances, allowances and the market. */
export function useOrderChances(
  owner: Address,
  orders: readonly ShownOrder[],
  nameToken: (address: Address) => ShownToken,
): (order: ShownOrder) => Chances {
  const { network } = useSettings()
  const open = useMemo(() => orders.filter(({ status }) => status === 'open'), [orders])
  const tokens = distinct(open.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken]))
  const sold = distinct(open.map(({ sellToken }) => sellToken))
  const priceOf = useUsdPrices(tokens)
  const { data } = useQuery({
    queryKey: ['order-balances', network.name, owner, sold],
    queryFn: ({ signal }) =>
      fetchBalances({ network: network.name, account: owner }, sold, { signal }),
    enabled: sold.length > 0,
    refetchInterval: balancesMs,
    placeholderData: (before) => before,
  })
  return useMemo(() => {
    const held = new Map((data ?? []).map((holding) => [holding.token.address, holding]))
    const worthOf = (token: Address) => {
      const { decimals } = nameToken(token)
      const usd = priceOf(token)
      return decimals === undefined || usd === undefined ? undefined : { decimals, usd }
    }
    return (order) => {
      // Another's order is not paid from this account.
      const holding = order.owner === owner ? held.get(order.sellToken) : undefined
      const worth = { sold: worthOf(order.sellToken), bought: worthOf(order.buyToken) }
      const gap = order.status === 'open' ? marketGap(order, worth) : undefined
      const chances = {
        balance: atomsOf(holding?.balance),
        allowance: atomsOf(holding?.allowance),
        gap,
      }
      return { gap, trouble: findTrouble(order, chances) }
    }
  }, [data, owner, nameToken, priceOf])
}

const distinct = (tokens: readonly Address[]) => [...new Set(tokens)].slice(0, mostTokens)

const atomsOf = (text: string | null | undefined) => (text ? BigInt(text) : undefined)
