import { findAppDataText } from '@/lib/app-data/app-data-store'
import { listTrades, type Trade } from '@/lib/chain-events/trade-query'
import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { OrderRecord } from '@/lib/orders/order-record'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { findOffers } from '@/lib/orders/placement/order-quote-store'
import type { Exchange } from '@/lib/settlements/indexing/price-improvement'
import { nameTokens } from '@/lib/tokens/get-tokens'
import type { Token } from '@/lib/tokens/token'
import { boundOfFills, type FillAuction, listAuctionsOfOrder } from './list-auctions-of-order'

/** All public data of one order. */
export type OrderReport = {
  readonly order: OrderRecord
  /** Its app data document, if stored. */
  readonly fullAppData: string | undefined
  /** Newest first. */
  readonly trades: readonly Trade[]
  readonly tokens: ReadonlyMap<Address, Token>
  /** Its quote; the sell amount includes the fee. */
  readonly offer: Exchange | undefined
  /** The auctions of its fills, as far as this service held them. */
  readonly auctions: readonly FillAuction[]
  /** Upper bound on the sum of its fills; undefined if unknown. */
  readonly bound: bigint | undefined
}

/** Maximum number of trades in a report. */
const maxTrades = 100

/**
 * Reports an order of any served network; its uid belongs to one network only, because the digest includes the domain.
 * Undefined if there is none.
 */
export async function findOrderReport(ctx: Context, uid: Hex): Promise<OrderReport | undefined> {
  const [order] = await listOrdersByUids(ctx.db, [uid])
  if (!order || !ctx.config.chainIds.includes(order.chainId)) return undefined
  const { chainId } = order
  const [fullAppData, trades, tokens, offers] = await Promise.all([
    findAppDataText(ctx.db, order.appData),
    listTrades(ctx.db, { chainId, filter: { orderUid: uid }, offset: 0, limit: maxTrades }),
    nameTokens(ctx, { chainId, addresses: [order.sellToken, order.buyToken] }),
    findOffers(ctx.db, [uid]),
  ])
  const offer = offers.get(uid)
  const auctions = await listAuctionsOfOrder(ctx, order, { trades, offer })
  const bound = boundOfFills(trades, auctions)
  return { order, fullAppData, trades, tokens, offer, auctions, bound }
}
