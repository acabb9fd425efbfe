import type { Context } from '@/lib/context'
import type { Address } from '@/lib/core/address'
import { findPageCursor, type Page, savePageCursor } from '@/lib/orders/queries/page-cursors'
import { type ActivityPlace, type ActivityTrade, listActivity } from './activity-store'

/** Lists a page of a trader's trades on all networks, latest first, with their attribution. */
export async function listActivityPage(
  ctx: Context,
  { trader, page }: { readonly trader: Address; readonly page: Page },
): Promise<ActivityTrade[]> {
  const list = `referral-trades:${trader}`
  const after = findPageCursor<ActivityPlace>(ctx, { list, offset: page.offset })
  const offset = after ? 0 : page.offset
  const trades = await listActivity(ctx.db, { trader, limit: page.limit, offset, after })
  const last = trades.at(-1)
  if (last) {
    const { timestamp, chainId, blockNumber, logIndex } = last
    const end: ActivityPlace = { timestamp, chainId, blockNumber, logIndex }
    savePageCursor(ctx, { list, offset: page.offset + trades.length }, end)
  }
  return trades
}
