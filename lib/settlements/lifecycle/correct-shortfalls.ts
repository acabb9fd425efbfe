import type { Context } from '@/lib/context'
import type { Transaction } from '@/lib/db/database'
import { notificationId } from '@/lib/notifications/notification'
import { saveCorrections } from '@/lib/notifications/save-fact-notifications'
import { lockOrders } from '@/lib/orders/order-lock-store'
import { type AuctionLeadership, asAuctioneer } from '@/lib/settlements/auctioneer/as-auctioneer'
import { type BlockName, findBlockHash } from '@/lib/settlements/indexing/block-on-chain'
import {
  listDoubtfulEnds,
  listDoubtfulEpisodes,
  listOldEpisodes,
  reopenEpisode,
  type ShortEpisode,
  settleEpisode,
  takeBackEpisode,
} from './shortfall-store'

/**
 * Takes back what dropped blocks said of shortfalls. Where an order was found paid in one, the shortfall lasts again
 * under the notice that its owner has, unless a newer one follows. Where an order was found short in one and no auction
 * will find it so in another, because it was found paid since or has ended, its owner is told so. Index and node must
 * both know another block there, since one of them may lag; of blocks that the index has forgotten, as after an outage,
 * the node is asked alone, and once.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer, Conflict when another leads.
 */
export async function takeBackShortfalls(
  ctx: Context,
  leadership: AuctionLeadership,
): Promise<void> {
  const { chainId } = leadership
  await correct(ctx, leadership, {
    list: listDoubtfulEnds,
    blockOf: ({ end }) => end,
    apply: reopenEpisode,
  })
  await correct(ctx, leadership, {
    list: listDoubtfulEpisodes,
    blockOf: ({ block }) => block,
    apply: async (tx, episode) => {
      await takeBackEpisode(tx, episode, new Date(ctx.now()))
      await saveCorrections(tx, [noticeOf(chainId, episode)])
    },
  })
  for (const episode of await listOldEpisodes(ctx.db, chainId)) {
    const blocks = [episode.block, ...(episode.end ? [episode.end] : [])]
    const states = await Promise.all(blocks.map((block) => stateOf(ctx, chainId, block)))
    if (states.some((state) => state !== 'there')) continue
    await asAuctioneer(ctx, leadership, (tx) => settleEpisode(tx, episode))
  }
}

/** Unknown: the node lags behind. */
async function stateOf(
  ctx: Context,
  chainId: number,
  { number, hash }: BlockName,
): Promise<'there' | 'dropped' | 'unknown'> {
  const found = await findBlockHash(ctx, chainId, number)
  if (found === undefined) return 'unknown'
  return found === hash ? 'there' : 'dropped'
}

type Correction = {
  readonly list: (db: Transaction, chainId: number) => Promise<readonly ShortEpisode[]>
  readonly blockOf: (episode: ShortEpisode) => BlockName | undefined
  readonly apply: (tx: Transaction, episode: ShortEpisode) => Promise<void>
}

async function correct(
  ctx: Context,
  leadership: AuctionLeadership,
  { list, blockOf, apply }: Correction,
): Promise<void> {
  const { chainId } = leadership
  for (const episode of await list(ctx.db, chainId)) {
    const block = blockOf(episode)
    if (!block || (await stateOf(ctx, chainId, block)) !== 'dropped') continue
    await asAuctioneer(ctx, leadership, async (tx) => {
      await lockOrders(tx, [episode.uid])
      const dropped = await list(tx, chainId)
      if (dropped.some((other) => isSame(other, episode))) await apply(tx, episode)
    })
  }
}

function isSame(one: ShortEpisode, other: ShortEpisode): boolean {
  return one.uid === other.uid && one.number === other.number
}

function noticeOf(chainId: number, { uid: orderUid, number: shortfall }: ShortEpisode): string {
  return notificationId({ type: 'insufficient_balance', chainId, orderUid }, { shortfall })
}
