import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { maxFailedSettlements } from './order-record'
import type { OrderState } from './state/order-state'

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
