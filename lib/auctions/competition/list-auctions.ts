import type { Context } from '@/lib/context'
import { type AuctionPage, listAuctionSummaries } from './auction-list-store'
import type { AuctionSummary } from './auction-summary'

/** Returns a page of a network's auctions with a sent winner, newest first. */
export async function listAuctions(ctx: Context, page: AuctionPage): Promise<AuctionSummary[]> {
  return listAuctionSummaries(ctx.db, page)
}
