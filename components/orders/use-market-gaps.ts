'use client'

import { useCallback } from 'react'
import { useUsdPrices } from '@/components/app/use-usd-prices'
import { marketGap } from '@/lib/client/orders/market-gap'
import type { ShownOrder } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'
import type { ShownToken } from './token-amount'

/** Tokens whose prices are asked for at most; one page of the list rarely has more. */
const maxTokens = 40

/** How far the limits of orders that wait for their price are beyond the market, as a part of it. */
export function useMarketGaps(
  orders: readonly ShownOrder[],
  nameToken: (address: Address) => ShownToken,
): (order: ShownOrder) => number | undefined {
  const waiting = orders.filter(({ exclusion }) => exclusion?.code === 'waitsForPrice')
  const tokens = new Set(waiting.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken]))
  const priceOf = useUsdPrices([...tokens].slice(0, maxTokens))
  return useCallback(
    (order) => {
      if (order.exclusion?.code !== 'waitsForPrice') return undefined
      const worthOf = (token: Address) => {
        const { decimals } = nameToken(token)
        const usd = priceOf(token)
        return decimals === undefined || usd === undefined ? undefined : { decimals, usd }
      }
      return marketGap(order, { sold: worthOf(order.sellToken), bought: worthOf(order.buyToken) })
    },
    [nameToken, priceOf],
  )
}
