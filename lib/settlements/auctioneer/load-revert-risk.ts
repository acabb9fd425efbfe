import {
  assessRevertRisk,
  knownContracts,
  type RevertRisk,
  untrustedContracts,
} from '@/lib/auctions/build/revert-risk'
import type { Context } from '@/lib/context'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { listFailedAndMined } from '@/lib/settlements/submission/transaction-store'

/** Long enough to notice an attack in every auction, short enough that a repaired contract is soon trusted again. */
const hourMs = 3_600_000

/**
 * Computes the next auction's revert precautions from the settlements of the last hour. One that ran untrusted code and was
 * withdrawn, or privately not mined, counts like a revert: such code may pass the simulations before it is sent only, and
 * would keep all orders from settling that are sent with it.
 */
export async function loadRevertRisk(ctx: Context, chainId: number): Promise<RevertRisk> {
  const known = knownContracts(ctx, chainId)
  const now = new Date(ctx.now())
  const since = new Date(now.getTime() - hourMs)
  const rows = await listFailedAndMined(ctx.db, { chainId, since })
  const uids = new Set(rows.flatMap(({ orderUids }) => orderUids))
  const orders = uids.size > 0 ? await listOrdersByUids(ctx.db, [...uids]) : []
  const runs = new Map(orders.map((order) => [order.uid, untrustedContracts(order, known)]))
  const ended = rows.flatMap(({ end, createdAt, orderUids }) => {
    const untrusted = orderUids.map((uid) => runs.get(uid) ?? [])
    // Moved pools explain it if no untrusted code ran.
    const isExplained = end === 'unmined' && untrusted.every((contracts) => contracts.length === 0)
    return isExplained ? [] : [{ isReverted: end !== 'mined', at: createdAt, untrusted }]
  })
  return { known, ...assessRevertRisk(ended, now) }
}
