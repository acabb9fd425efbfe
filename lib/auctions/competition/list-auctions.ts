import type { Context } from '@/lib/context'
import { type AuctionPage, listAuctionSummaries } from './auction-list-store'
import type { AuctionSummary } from './auction-summary'

/** A page of a network's auctions of which a winner is sent, newest first. */
export async function listAuctions(ctx: Context, page: AuctionPage): Promise<AuctionSummary[]> {
  return listAuctionSummaries(ctx.db, page)
}
