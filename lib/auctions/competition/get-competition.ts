import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import type { AuctionSummary } from './auction-summary'
import type { Competition } from './competition'
import {
  type AuctionPage,
  findCompetition,
  findCompetitionByTransaction,
  findLatestCompetition,
  listAuctionSummaries,
} from './published-competition-store'
/** Selects a competition of a network: by auction, by transaction, or the newest. */
export type CompetitionKey = { readonly chainId: number } & (
  | { readonly auctionId: bigint }
  | { readonly txHash: Hex }
  | { readonly latest: true }
)

/**
 * Returns a competition once its winner was sent. Auction ids are globally unique, but an auction is found on its own
 * network only.
 * @throws {ServiceError} NotFound if there is none.
 */
export async function getCompetition(ctx: Context, key: CompetitionKey): Promise<Competition> {
  const competition = await find(ctx, key)
  if (competition) return competition
  throw new ServiceError('NotFound', 'solver competition not found')
}

function find(ctx: Context, key: CompetitionKey): Promise<Competition | undefined> {
  if ('auctionId' in key) return findCompetition(ctx.db, key)
  if ('txHash' in key) return findCompetitionByTransaction(ctx.db, key)
  return findLatestCompetition(ctx.db, key.chainId)
}

/** Returns a page of a network's auctions with a sent winner, newest first. */
export async function listAuctions(ctx: Context, page: AuctionPage): Promise<AuctionSummary[]> {
  return listAuctionSummaries(ctx.db, page)
}
