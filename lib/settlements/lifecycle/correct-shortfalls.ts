import type { Context } from '@/lib/context'
import type { Transaction } from '@/lib/db/database'
import { notificationId } from '@/lib/notifications/notification-id'
import { saveCorrections } from '@/lib/notifications/save-fact-notifications'
import { lockOrders } from '@/lib/orders/order-lock-store'
import {
  type AuctionLeadership,
  inFencedTransaction,
} from '@/lib/settlements/auctioneer/as-auctioneer'
import { type BlockName, findBlockHash } from '@/lib/settlements/indexing/block-on-chain'
import {
  finalizeShortfall,
  listDoubtfulEnds,
  listOldShortfalls,
  listUnfinalizedShortfalls,
  reopenShortfall,
  retractShortfall,
  type Shortfall,
} from './shortfall-store'

/**
 * Corrects shortfall notifications after a reorg. If a dropped block ended an episode, the episode continues under its
 * notification, unless a newer one follows. If a dropped block began an episode that no later auction can find again,
 * because the order was found funded since or has ended, the notification is retracted. A block counts as dropped if
 * both index and node have another one at its height, since either may lag; for blocks that the index has pruned, as
 * after an outage, the node alone decides, once.
 * @throws {ServiceError} InternalServerError if the RPC does not answer, Conflict if another process leads.
 */
export async function correctShortfalls(
  ctx: Context,
  leadership: AuctionLeadership,
): Promise<void> {
  const { chainId } = leadership
  await correct(ctx, leadership, {
    list: listDoubtfulEnds,
    blockOf: ({ end }) => end,
    apply: reopenShortfall,
  })
  await correct(ctx, leadership, {
    list: listUnfinalizedShortfalls,
    blockOf: ({ block }) => block,
    apply: async (tx, shortfall) => {
      await retractShortfall(tx, shortfall, new Date(ctx.now()))
      await saveCorrections(tx, [noticeOf(chainId, shortfall)])
    },
  })
  for (const shortfall of await listOldShortfalls(ctx.db, chainId)) {
    const blocks = [shortfall.block, ...(shortfall.end ? [shortfall.end] : [])]
    const states = await Promise.all(blocks.map((block) => stateOf(ctx, chainId, block)))
    if (states.some((state) => state !== 'there')) continue
    await inFencedTransaction(ctx, leadership, (tx) => finalizeShortfall(tx, shortfall))
  }
}

/** Unknown: the node lags. */
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
  readonly list: (db: Transaction, chainId: number) => Promise<readonly Shortfall[]>
  readonly blockOf: (shortfall: Shortfall) => BlockName | undefined
  readonly apply: (tx: Transaction, shortfall: Shortfall) => Promise<void>
}

async function correct(
  ctx: Context,
  leadership: AuctionLeadership,
  { list, blockOf, apply }: Correction,
): Promise<void> {
  const { chainId } = leadership
  for (const shortfall of await list(ctx.db, chainId)) {
    const block = blockOf(shortfall)
    if (!block || (await stateOf(ctx, chainId, block)) !== 'dropped') continue
    await inFencedTransaction(ctx, leadership, async (tx) => {
      await lockOrders(tx, [shortfall.uid])
      const dropped = await list(tx, chainId)
      if (dropped.some((other) => isSame(other, shortfall))) await apply(tx, shortfall)
    })
  }
}

function isSame(one: Shortfall, other: Shortfall): boolean {
  return one.uid === other.uid && one.number === other.number
}

function noticeOf(chainId: number, { uid: orderUid, number: shortfall }: Shortfall): string {
  return notificationId({ type: 'insufficient_balance', chainId, orderUid }, { shortfall })
}
