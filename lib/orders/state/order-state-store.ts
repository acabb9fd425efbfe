import type { Hex } from '@/lib/core/bytes'
import type { Exclusion } from '@/lib/core/exclusion'
import type { Transaction } from '@/lib/db/database'
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

/**
 * Consecutive reverts after which an order is frozen. Each costs gas; two may be bad luck, such as an owner's transfer in
 * the same block.
 */
const freezeAfterReverts = 3

/** Seconds of the first freeze, which each further revert doubles, and of the longest. */
const firstFreezeSeconds = 600
const longestFreezeSeconds = 86_400

/** Doublings up to the longest freeze; more would overflow. */
const maxDoublings = 8

/**
 * Increments the revert count of the orders to blame for a reverted settlement. From the third one on, each freezes the
 * order: no auction includes it for ten minutes, then twice as long after each revert, up to a day.
 */
export async function countFailures(
  tx: Transaction,
  uids: readonly Hex[],
  now: Date,
): Promise<void> {
  if (uids.length === 0) return
  await tx.$executeRaw`
    UPDATE orders SET failed_settlements = failed_settlements + 1,
      frozen_until = CASE WHEN failed_settlements + 1 < ${freezeAfterReverts} THEN frozen_until
        ELSE ${now}::timestamptz + least(${longestFreezeSeconds}, ${firstFreezeSeconds}
          * 2 ^ least(failed_settlements + 1 - ${freezeAfterReverts}, ${maxDoublings})) * interval '1 second' END
    WHERE uid = ANY (${[...uids]})`
}

/** Resets the revert count of settled orders, and ends their freezes. */
export async function clearFailures(tx: Transaction, uids: readonly Hex[]): Promise<void> {
  await tx.order.updateMany({
    where: { uid: { in: [...uids] }, failedSettlements: { gt: 0 } },
    data: { failedSettlements: 0, frozenUntil: null },
  })
}

/** Releases a frozen order to the auctions; returns false when it is not frozen. */
export async function releaseOrder(
  tx: Transaction,
  { uid, at }: { readonly uid: Hex; readonly at: Date },
): Promise<boolean> {
  const { count } = await tx.order.updateMany({
    where: { uid, status: 'open', frozenUntil: { gt: at } },
    data: { failedSettlements: 0, frozenUntil: null },
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
