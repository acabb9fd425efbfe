import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'
import type { Transaction } from '@/lib/db/database'
import { maxFailedSettlements } from '@/lib/orders/order-record'
import type { PlacementError } from '@/prisma/generated/client'
import type { OrderState } from './order-state'

/** Saves derived states in one statement, since a reorg may change thousands of orders at once. */
export async function saveOrderStates(
  tx: Transaction,
  states: readonly (OrderState & { readonly uid: Hex })[],
): Promise<void> {
  if (states.length === 0) return
  const rows = states.map((state) => ({
    uid: state.uid,
    status: state.status,
    executed_sell: String(state.executedSell),
    executed_buy: String(state.executedBuy),
    executed_fee: String(state.executedFee),
    protocol_fee: String(state.protocolFee),
    network_fee: String(state.networkFee),
    invalidated: state.invalidated,
    onchain_user: state.onchainUser,
    signed: state.signed,
  }))
  await tx.$executeRaw`
    UPDATE orders SET status = n.status, executed_sell = n.executed_sell, executed_buy = n.executed_buy,
      executed_fee = n.executed_fee, protocol_fee = n.protocol_fee, network_fee = n.network_fee,
      invalidated = n.invalidated, onchain_user = n.onchain_user, signed = n.signed
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n (uid text, status order_status,
      executed_sell numeric, executed_buy numeric, executed_fee numeric, protocol_fee numeric, network_fee numeric,
      invalidated boolean, onchain_user text, signed boolean)
    WHERE orders.uid = n.uid`
}

/** Increments the revert count of a reverted settlement's orders. */
export async function countFailures(tx: Transaction, uids: readonly Hex[]): Promise<void> {
  await tx.order.updateMany({
    where: { uid: { in: [...uids] } },
    data: { failedSettlements: { increment: 1 } },
  })
}

/** Resets the revert count of settled orders. */
export async function clearFailures(tx: Transaction, uids: readonly Hex[]): Promise<void> {
  await tx.order.updateMany({
    where: { uid: { in: [...uids] }, failedSettlements: { gt: 0 } },
    data: { failedSettlements: 0 },
  })
}

/** Releases a quarantined order to the auctions; returns false when it is not quarantined. */
export async function releaseOrder(tx: Transaction, uid: Hex): Promise<boolean> {
  const { count } = await tx.order.updateMany({
    where: { uid, status: 'open', failedSettlements: { gte: maxFailedSettlements } },
    data: { failedSettlements: 0 },
  })
  return count > 0
}

/** Saves why no solver competes for open orders, in one statement; undefined clears the reason. */
export async function saveExclusions(
  tx: Transaction,
  exclusions: ReadonlyMap<Hex, Exclusion | undefined>,
): Promise<void> {
  if (exclusions.size === 0) return
  const rows = [...exclusions].map(([uid, exclusion]) => ({ uid, exclusion: exclusion ?? null }))
  await tx.$executeRaw`
    UPDATE orders o SET exclusion = nullif(n.exclusion, 'null'::jsonb)
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS n (uid text, exclusion jsonb)
    WHERE o.uid = n.uid AND o.status = 'open'`
}

/** Saves one reason for all open orders of a network without placement error; skips those that have it already. */
export async function excludeAll(
  tx: Transaction,
  chainId: number,
  exclusion: Exclusion,
): Promise<void> {
  const value = JSON.stringify(exclusion)
  await tx.$executeRaw`
    UPDATE orders SET exclusion = ${value}::jsonb
    WHERE chain_id = ${chainId} AND status = 'open' AND placement_error IS NULL
      AND exclusion IS DISTINCT FROM ${value}::jsonb`
}

/** Records an off-chain cancellation; refreshing the order updates its status. */
export async function saveCancellation(
  tx: Transaction,
  uids: readonly Hex[],
  cancellation: { at: Date; reason: string },
): Promise<void> {
  await tx.order.updateMany({
    where: { uid: { in: [...uids] }, cancelledAt: null },
    data: { cancelledAt: cancellation.at, cancellationReason: cancellation.reason },
  })
}

/** Records why placed orders are not solvable, unless a reason is already stored. */
export async function recordPlacementErrors(
  db: Transaction,
  uids: readonly Hex[],
  placementError: PlacementError,
): Promise<void> {
  const where = { uid: { in: [...uids] }, placementError: null }
  await db.order.updateMany({ where, data: { placementError } })
}
