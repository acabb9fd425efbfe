import { giveUpUnsentWinners } from '@/lib/auctions/competition/competition-store'
import type { Context } from '@/lib/context'
import { inTransaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { auctionRole } from './auction-role'

/**
 * Abandons the last auction's winners that were never sent, because an earlier transaction was not mined or the process
 * stopped. Their orders join the next auction.
 * @throws if `epoch` is not the leader's any more.
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
