import { orderJson } from '@/app/orders/order-json'
import type { AccountOrder } from '@/components/orders/list/account-orders'
import { namerOf } from '@/components/orders/token-amount'
import type { OrderView } from '@/lib/client/api'
import { toShownOrder } from '@/lib/client/orders/shown-order'
import { getContext } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { getNetwork } from '@/lib/core/networks'
import { listAccountOrders } from '@/lib/orders/queries/list-orders'
import { nameTokens } from '@/lib/tokens/get-tokens'

const maxShown = 25

/** Loads an account's newest orders on all networks, newest first. */
export async function loadAccountOrders(owner: Address): Promise<readonly AccountOrder[]> {
  const { chainIds } = getContext().config
  const found = await Promise.all(chainIds.map((chainId) => loadOn(chainId, owner)))
  return found
    .flat()
    .toSorted((one, other) => other.order.createdAt.getTime() - one.order.createdAt.getTime())
    .slice(0, maxShown)
}

async function loadOn(chainId: number, owner: Address): Promise<readonly AccountOrder[]> {
  const ctx = getContext()
  const page = { offset: 0, limit: maxShown }
  const found = await listAccountOrders(ctx, { chainId, owner, page })
  if (found.length === 0) return []
  const orders = found.map((details) => toShownOrder(JSON.parse(orderJson(details)) as OrderView))
  const addresses = [...new Set(orders.flatMap(({ sellToken, buyToken }) => [sellToken, buyToken]))]
  const nameOf = namerOf(await nameTokens(ctx, { chainId, addresses }))
  return orders.map((order) => ({
    order,
    network: getNetwork(chainId),
    sold: nameOf(order.sellToken),
    bought: nameOf(order.buyToken),
  }))
}
