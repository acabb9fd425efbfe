import type { Context } from '@/lib/context'
import type { Transaction } from '@/lib/db/database'
import { notificationId } from '@/lib/notifications/notification'
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
 * Takes back what dropped blocks said of shortfalls. Where an order was found paid in one, the shortfall lasts again
 * under the notice that its owner has, unless a newer one follows. Where an order was found short in one and no auction
 * will find it so in another, because it was found paid since or has ended, its owner is told so. Index and node must
 * both know another block there, since one of them may lag; of blocks that the index has forgotten, as after an outage,
 * the node is asked alone, and once.
 *
 * @throws {ServiceError} InternalServerError when the RPC does not answer, Conflict when another leads.
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
