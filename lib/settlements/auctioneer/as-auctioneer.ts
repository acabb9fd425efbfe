import type { Context } from '@/lib/context'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leader'
import { auctionRole } from './auction-role'

/** A network, and the fencing epoch of the process that leads {@link auctionRole} there. */
export type AuctionLeadership = { readonly chainId: number; readonly epoch: bigint }

/**
 * Does `work` in one transaction, if this process runs the auctions of a network.
 *
 * @throws {ServiceError} Conflict when another leads.
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
