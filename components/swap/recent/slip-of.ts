import type { ServedNetwork } from '@/components/app/settings'
import type { Tokens } from '@/components/swap/tokens/use-tokens'
import type { OrderView } from '@/lib/client/api'
import { orderPrices } from '@/lib/client/orders/order-prices'
import { toShownOrder } from '@/lib/client/orders/shown-order'
import type { SwapOrder } from '@/lib/client/swap/place-swap'
import { toAddress } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'

type Known = { readonly network: ServedNetwork; readonly find: Tokens['find'] }

/** Maps a service's order to a slip; undefined while one of its tokens is unknown here. */
export function slipOf(view: OrderView, { network, find }: Known): SwapOrder | undefined {
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
