import { giveUpUnsentWinners } from '@/lib/auctions/competition/competition-store'
import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leader'
import { auctionRole } from './auction-role'

/**
 * Gives up the winners of the last auction that were never sent, because a transaction before theirs did not come
 * to its end or the process stopped in between: their orders are in the next auction.
 *
 * @throws when `epoch` is no longer that of the leader.
 */
export async function releaseWinners(
  ctx: Context,
  { chainId, epoch }: { readonly chainId: number; readonly epoch: bigint },
): Promise<void> {
  await inTransaction(ctx.db, async (tx) => {
    await assertLeader(tx, auctionRole(chainId), epoch)
    await giveUpUnsentWinners(tx, chainId)
  })
}
