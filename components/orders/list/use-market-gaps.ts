'use client'

import { useCallback } from 'react'
import { useUsdPrices } from '@/components/app/use-usd-prices'
import type { ShownToken } from '@/components/orders/token-amount'
import { marketGap } from '@/lib/client/orders/order-prices'
import { type ShownOrder, sellLimit } from '@/lib/client/orders/shown-order'
import type { Address } from '@/lib/core/address'

/** Maximum number of tokens priced at once; one page of the list rarely has more. */
const maxTokens = 40

/** Returns a lookup of the distance beyond market of an order's limit, as a fraction, while it awaits its price. */
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
      const priceInfoOf = (token: Address) => {
        const { decimals } = nameToken(token)
        const usd = priceOf(token)
        return decimals === undefined || usd === undefined ? undefined : { decimals, usd }
      }
      const limit = { sellAmount: sellLimit(order), buyAmount: order.buyAmount }
      return marketGap(limit, {
        sold: priceInfoOf(order.sellToken),
        bought: priceInfoOf(order.buyToken),
      })
    },
    [nameToken, priceOf],
  )
}
