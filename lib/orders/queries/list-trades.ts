import {
  listTrades,
  type Trade,
  type TradeFilter,
  type TradeKey,
} from '@/lib/chain-events/trade-query'
import type { Context } from '@/lib/context'
import { findPageCursor, type Page, savePageCursor } from './page-cursors'

/** Lists a page of an account's or an order's trades on a network, newest first. */
export async function listTradesPage(
  ctx: Context,
  input: { readonly chainId: number; readonly filter: TradeFilter; readonly page: Page },
): Promise<Trade[]> {
  const { chainId, filter, page } = input
  const list = `trades:${chainId}:${'owner' in filter ? filter.owner : filter.orderUid}`
  const after = findPageCursor<TradeKey>(ctx, { list, offset: page.offset })
  const offset = after ? 0 : page.offset
  const trades = await listTrades(ctx.db, { chainId, filter, limit: page.limit, offset, after })
  const last = trades.at(-1)
  if (last) {
    const end: TradeKey = { blockNumber: last.blockNumber, logIndex: last.logIndex }
    savePageCursor(ctx, { list, offset: page.offset + trades.length }, end)
  }
  return trades
}
