import {
  assessRevertRisk,
  knownContracts,
  type RevertRisk,
  untrustedContracts,
  withReceiverCode,
} from '@/lib/auctions/build/revert-risk'
import type { Context } from '@/lib/context'
import { listOrdersByUids } from '@/lib/orders/order-store'
import { listFailedAndMined } from '@/lib/settlements/submission/transaction-store'
import { listActiveBurners } from '@/lib/settlements/verification/burner-store'
import { reportAttackedPools } from './attacked-pools'
import { findProvenOnly, listCostlyReverts } from './costly-reverts'

/** Long enough to notice an attack in every auction, short enough that a repaired contract is soon trusted again. */
const hourMs = 3_600_000

/**
 * Computes the next auction's precautions from the settlements of the last hour, from the contracts that burned gas, and
 * from what reverts cost the last day. A settlement that ran untrusted code and was withdrawn, or privately not mined, counts like a revert: such code
 * may pass only the simulations before it is sent, and would keep all orders sent with it from settling.
 * @throws {ServiceError} InternalServerError if the network's RPC does not answer.
 */
export async function loadRevertRisk(ctx: Context, chainId: number): Promise<RevertRisk> {
  const known = knownContracts(ctx, chainId)
  const now = new Date(ctx.now())
  const since = new Date(now.getTime() - hourMs)
  const [rows, burners, costly] = await Promise.all([
    listFailedAndMined(ctx.db, { chainId, since }),
    listActiveBurners(ctx.db, { chainId, at: now }),
    listCostlyReverts(ctx, chainId),
  ])
  const uids = new Set(rows.flatMap(({ orderUids }) => orderUids))
  const stored = uids.size > 0 ? await listOrdersByUids(ctx.db, [...uids]) : []
  const orders = await withReceiverCode(ctx, { chainId }, stored)
  const runs = new Map(orders.map((order) => [order.uid, untrustedContracts(order, known)]))
  const ended = rows.flatMap(({ end, createdAt, orderUids }) => {
    const untrusted = orderUids.map((uid) => runs.get(uid) ?? [])
    // Moved pools explain it if no untrusted code ran.
    const isExplained = end === 'unmined' && untrusted.every((contracts) => contracts.length === 0)
    return isExplained ? [] : [{ isReverted: end !== 'mined', at: createdAt, untrusted }]
  })
  const assessed = assessRevertRisk(ended, now)
  const [isolated, blocked] = [false, true].map((isBlocked) =>
    burners.filter((burner) => burner.isBlocked === isBlocked).map(({ address }) => address),
  )
  return {
    known,
    isolateUntrusted: assessed.isolateUntrusted,
    isolated: new Set(isolated),
    blocked: new Set([...assessed.blocked, ...(blocked ?? [])]),
    attackedPools: await reportAttackedPools(ctx, chainId, costly),
    provenOnly: costly && findProvenOnly(costly),
  }
}
