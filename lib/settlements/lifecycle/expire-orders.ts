import type { BlockHeader } from '@/lib/chain/block'
import { findTip } from '@/lib/chain/block-store'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { toUnixSeconds } from '@/lib/core/time'
import { readClock } from '@/lib/db/clock'
import { inTransaction, type Transaction } from '@/lib/db/database'
import { assertLeader } from '@/lib/db/leadership'
import { notificationId } from '@/lib/notifications/notification-id'
import { expiryNotification } from '@/lib/notifications/order-notifications'
import { saveCorrections, saveFactNotifications } from '@/lib/notifications/save-fact-notifications'
import { type OrderChange, refreshOrders } from '@/lib/orders/state/refresh-orders'
import {
  type IndexerLeadership,
  indexerRole,
  settlementIndex,
} from '@/lib/settlements/indexing/indexer-role'
import { findKnownTokens } from '@/lib/tokens/token-store'
import { listPastOrders } from './expired-order-query'

/** Orders per transaction: its locks end within milliseconds. */
const batchSize = 200

/**
 * Expires the open orders of a network and notifies their owners; returns their number.
 *
 * An order expires only when both the database's clock and the chain's time have passed its `validTo`. Block times
 * never decrease, so no later block can fill it, and all earlier fills are indexed: a fill in the last block is never
 * reported as an expiry.
 */
export async function expireOrders(ctx: Context, leadership: IndexerLeadership): Promise<number> {
  const { chainId, epoch } = leadership
  const tip = await findTip(ctx.db, settlementIndex(chainId))
  if (!tip) return 0
  const chainSeconds = await readChainTime(ctx, chainId, tip)
  const nowSeconds = Math.min(chainSeconds, toUnixSeconds(await readClock(ctx.db)))
  let count = 0
  for (;;) {
    const past = await listPastOrders(ctx.db, { chainId, nowSeconds, limit: batchSize })
    if (past.length === 0) return count
    const startMs = ctx.now()
    const { expired, notified } = await inTransaction(ctx.db, async (tx) => {
      await assertLeader(tx, indexerRole(chainId), epoch)
      const changes = await refreshOrders(tx, { uids: past, nowSeconds })
      return applyExpiries(tx, chainId, changes)
    })
    const facts = { 'coincide.chain_id': chainId }
    ctx.traces.recordOrders(expired, 'order.expire', { startMs, attributes: facts })
    const attributes = { ...facts, 'coincide.notification': 'order_expired' }
    ctx.traces.recordOrders(notified, 'order.notify', { startMs, attributes })
    count += past.length
  }
}

/** The uids of orders that have just expired, and of those whose owners were notified. */
type Expiries = { readonly expired: readonly Hex[]; readonly notified: readonly Hex[] }

/** Notifies the owners of orders that have just expired, and retracts expiries that turned out wrong. */
export async function applyExpiries(
  tx: Transaction,
  chainId: number,
  changes: readonly OrderChange[],
): Promise<Expiries> {
  const expired = changes.filter(
    ({ before, after }) => before.status !== 'expired' && after.status === 'expired',
  )
  const revived = changes.filter(
    ({ before, after }) => before.status === 'expired' && after.status !== 'expired',
  )
  await saveCorrections(
    tx,
    revived.map(({ after }) => expiryId(after)),
  )
  // An order that was never signed on chain gets no notification.
  const orders = expired.map(({ after }) => after).filter(({ signed }) => signed)
  if (orders.length > 0) {
    const tokens = await findKnownTokens(tx, chainId, orders)
    await saveFactNotifications(
      tx,
      orders.map((order) => expiryNotification(order, tokens)),
    )
  }
  return { expired: expired.map(({ after }) => after.uid), notified: orders.map(({ uid }) => uid) }
}

function expiryId({ chainId, uid: orderUid, validTo }: OrderChange['after']): string {
  return notificationId({ type: 'order_expired', chainId, orderUid }, { validTo })
}

/**
 * The chain's time in Unix seconds: that of the tip, or on embedded networks of the pending block, so that orders expire
 * on a chain that mines no empty blocks.
 */
async function readChainTime(ctx: Context, chainId: number, tip: BlockHeader): Promise<number> {
  if (!ctx.config.embeddedChainIds.includes(chainId)) return tip.timestamp
  try {
    const pending = await ctx.chain(chainId).client.getBlock({ blockTag: 'pending' })
    return pending.parentHash === tip.hash ? Number(pending.timestamp) : tip.timestamp
  } catch {
    return tip.timestamp
  }
}
