import type { Context } from '@/lib/context'
import { notificationId } from '@/lib/notifications/notification'
import { saveCorrections } from '@/lib/notifications/save-fact-notifications'
import { lockOrders } from '@/lib/orders/order-lock-store'
import { type AuctionLeadership, asAuctioneer } from './as-auctioneer'
import { isOnChain } from './block-on-chain'
import { listDroppedEpisodes, type ShortEpisode, takeBackEpisode } from './short-episode-store'

/**
 * Takes back the shortfalls whose block was dropped, of orders that no auction will find short in another: they were
 * found paid since, or have ended. Index and node must both know another block there, since one of them may lag.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer, Conflict when another leads.
 */
export async function takeBackShortfalls(
  ctx: Context,
  leadership: AuctionLeadership,
): Promise<void> {
  const { chainId } = leadership
  for (const episode of await listDroppedEpisodes(ctx.db, chainId)) {
    if (await isOnChain(ctx, chainId, episode.block)) continue
    await asAuctioneer(ctx, leadership, async (tx) => {
      await lockOrders(tx, [episode.uid])
      const dropped = await listDroppedEpisodes(tx, chainId)
      if (!dropped.some((other) => isSame(other, episode))) return
      await takeBackEpisode(tx, episode, new Date(ctx.now()))
      await saveCorrections(tx, [noticeOf(chainId, episode)])
    })
  }
}

function isSame(one: ShortEpisode, other: ShortEpisode): boolean {
  return one.uid === other.uid && one.number === other.number
}

function noticeOf(chainId: number, { uid: orderUid, number: shortfall }: ShortEpisode): string {
  return notificationId({ type: 'insufficient_balance', chainId, orderUid }, { shortfall })
}
