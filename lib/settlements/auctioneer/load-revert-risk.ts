import {
  assessRevertRisk,
  knownContracts,
  type RevertRisk,
  untrustedContracts,
  withReceiverCode,
} from '@/lib/auctions/build/revert-risk'
import type { Context } from '@/lib/context'
import type { Hex } from '@/lib/core/bytes'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { listSettlementsWithReverts } from '@/lib/settlements/submission/transaction-store'
import { listActiveBurners } from '@/lib/settlements/verification/burner-store'

/** Long enough to notice an attack in every auction, short enough that a repaired contract is soon trusted again. */
const hourMs = 3_600_000

/**
 * Computes the next auction's precautions from the settlements of the last hour, and from the contracts that burned gas.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function loadRevertRisk(ctx: Context, chainId: number): Promise<RevertRisk> {
  const known = knownContracts(ctx, chainId)
  const now = new Date(ctx.now())
  const since = new Date(now.getTime() - hourMs)
  const [rows, burners] = await Promise.all([
    listSettlementsWithReverts(ctx.db, { chainId, since }),
    listActiveBurners(ctx.db, { chainId, at: now }),
  ])
  const uids = new Set(rows.flatMap(({ orderUids }) => orderUids))
  const stored = uids.size > 0 ? await listOrdersByUids(ctx.db, [...uids]) : []
  const orders = await withReceiverCode(ctx, { chainId }, stored)
  const runs = new Map(orders.map((order) => [order.uid, untrustedContracts(order, known)]))
  const ended = rows.map(({ isReverted, createdAt, orderUids }) => ({
    isReverted,
    at: createdAt,
    untrusted: orderUids.map((uid) => runs.get(uid) ?? []),
  }))
  const assessed = assessRevertRisk(ended, now)
  const [isolated, blocked] = [false, true].map((isBlocked) =>
    burners.filter((burner) => burner.isBlocked === isBlocked).map(({ address }) => address),
  )
  return {
    known,
    isolateUntrusted: assessed.isolateUntrusted,
    isolated: new Set(isolated),
    blocked: new Set([...assessed.blocked, ...(blocked ?? [])]),
  }
}

/** Returns the orders to blame for a reverted settlement: those that ran untrusted code, or all if none did. */
export async function attributeRevert(
  ctx: Context,
  chainId: number,
  orderUids: readonly Hex[],
): Promise<readonly Hex[]> {
  const known = knownContracts(ctx, chainId)
  const stored = await listOrdersByUids(ctx.db, orderUids)
  const orders = await withReceiverCode(ctx, { chainId }, stored)
  const blamed = orders.filter((order) => untrustedContracts(order, known).length > 0)
  return blamed.length > 0 ? blamed.map(({ uid }) => uid) : orderUids
}
