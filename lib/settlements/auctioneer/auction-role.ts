import type { Context } from '@/lib/context'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'

/** Name of the role that runs auctions and settles on a network. */
export function auctionRole(chainId: number): string {
  return `auction/${chainId}`
}

/** A network, and the fencing epoch of its {@link auctionRole}. */
export type AuctionLeadership = { readonly chainId: number; readonly epoch: bigint }

/**
 * Runs `work` in one transaction as the leader of a network's auctions.
 * @throws {ServiceError} Conflict if another process leads.
 */
export function inFencedTransaction(
  ctx: Context,
  { chainId, epoch }: AuctionLeadership,
  work: (tx: Transaction) => Promise<void>,
): Promise<void> {
  return inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, auctionRole(chainId), epoch)
    await work(tx)
  })
}
