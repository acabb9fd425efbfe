import { findAppDataText } from '@/lib/app-data/app-data-store'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import { findOffers } from '@/lib/orders/offer-store'
import type { OrderRecord } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { listTrades, type Trade } from '@/lib/orders/trade-store'
import { getTokens } from '@/lib/tokens/get-tokens'
import type { Token } from '@/lib/tokens/token'
import { findKnownTokens } from '@/lib/tokens/token-store'
import type { Exchange } from './price-improvement'

/** All that is known of one order. */
export type OrderReport = {
  readonly order: OrderRecord
  /** The text of its app data document, when there is one. */
  readonly fullAppData: string | undefined
  /** Newest first. */
  readonly trades: readonly Trade[]
  readonly tokens: ReadonlyMap<Address, Token>
  /** What the order was quoted, the fee counted as sold. */
  readonly offer: Exchange | undefined
}

/** Most trades that a report holds. */
const maxTrades = 100

/**
 * Reports an order of any network that is served: a uid names the network by its digest, so no other
 * has it. Undefined when there is none.
 */
export async function findOrderReport(ctx: Context, uid: Hex): Promise<OrderReport | undefined> {
  const [order] = await listOrdersByUids(ctx.db, [uid])
  if (!order || !ctx.config.chainIds.includes(order.chainId)) return undefined
  const { chainId } = order
  const [fullAppData, trades, tokens, offers] = await Promise.all([
    findAppDataText(ctx.db, order.appData),
    listTrades(ctx.db, { chainId, filter: { orderUid: uid }, offset: 0, limit: maxTrades }),
    nameTokens(ctx, order),
    findOffers(ctx.db, [uid]),
  ])
  return { order, fullAppData, trades, tokens, offer: offers.get(uid) }
}

/** What is stored will do while the network does not answer. */
async function nameTokens(ctx: Context, order: OrderRecord): Promise<Map<Address, Token>> {
  const { chainId } = order
  const addresses = [order.sellToken, order.buyToken]
  try {
    return await getTokens(ctx, { chainId, addresses })
  } catch (error) {
    ctx.log.warn({ error, chainId }, 'tokens of an order are shown as stored')
    return findKnownTokens(ctx.db, chainId, [order])
  }
}
