import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { ServiceError } from '@/lib/core/errors'
import type { Competition } from './competition'
import {
  findCompetition,
  findCompetitionByTransaction,
  findLatestCompetition,
} from './competition-store'

/** Which competition is asked for; auction ids and transactions are unique over all networks. */
export type CompetitionKey =
  | { readonly auctionId: bigint }
  | { readonly txHash: Hex }
  | { readonly latestOf: number }

/**
 * The competition of an auction, once its winner is sent.
 *
 * @throws {ServiceError} NotFound when there is none.
 */
export async function getCompetition(ctx: Context, key: CompetitionKey): Promise<Competition> {
  const competition = await find(ctx, key)
  if (competition) return competition
  throw new ServiceError('NotFound', 'solver competition not found')
}

function find(ctx: Context, key: CompetitionKey): Promise<Competition | undefined> {
  if ('auctionId' in key) return findCompetition(ctx.db, key.auctionId)
  if ('txHash' in key) return findCompetitionByTransaction(ctx.db, key.txHash)
  return findLatestCompetition(ctx.db, key.latestOf)
}
