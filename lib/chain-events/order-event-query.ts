import type { Address } from '@/lib/core/address'
import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { noEvents, type OrderEvents } from './order-events'

type FactRow = {
  uid: string
  executed_sell: string | null
  executed_buy: string | null
  executed_fee: string | null
  protocol_fee: string | null
  network_fee: string | null
  invalidated_by: string | null
  presigned: boolean | null
  placed: boolean
}

/**
 * Reads the indexed events of on-chain orders.
 *
 * Only events of the order's own network count: whoever owns the address can presign or invalidate the same uid on any
 * other network. An invalidation after `validTo` has no effect.
 */
export async function readOrderEvents(
  tx: Transaction,
  uids: readonly Hex[],
): Promise<ReadonlyMap<Hex, OrderEvents>> {
  const rows = await tx.$queryRaw<FactRow[]>`
    SELECT o.uid, t.executed_sell, t.executed_buy, t.executed_fee, f.protocol_fee, t.network_fee,
      i.sender AS invalidated_by, p.signed AS presigned,
      EXISTS (
        SELECT FROM order_placements WHERE order_uid = o.uid AND chain_id = o.chain_id
      ) AS placed
    FROM orders o
    CROSS JOIN LATERAL (
      SELECT sum(sell_amount)::text AS executed_sell, sum(buy_amount)::text AS executed_buy,
        sum(fee_amount)::text AS executed_fee, sum(network_fee)::text AS network_fee
      FROM trades WHERE order_uid = o.uid AND chain_id = o.chain_id
    ) t
    CROSS JOIN LATERAL (
      SELECT sum((fee->>'amount')::numeric)::text AS protocol_fee
      FROM trades, jsonb_array_elements(executed_fees) AS fee
      WHERE order_uid = o.uid AND chain_id = o.chain_id
    ) f
    LEFT JOIN LATERAL (
      SELECT sender FROM order_invalidations WHERE order_uid = o.uid AND chain_id = o.chain_id
        AND timestamp <= o.true_valid_to
      ORDER BY block_number, log_index LIMIT 1
    ) i ON true
    LEFT JOIN LATERAL (
      SELECT signed FROM presignatures WHERE order_uid = o.uid AND chain_id = o.chain_id
      ORDER BY block_number DESC, log_index DESC LIMIT 1
    ) p ON true
    WHERE o.uid = ANY(${[...uids]}::text[])`
  return new Map(rows.map((row) => [row.uid as Hex, toFacts(row)]))
}

/** The query of {@link listMentionedUids}; its parameter is the list of uids. */
export const mentionedUids = `
  SELECT uid FROM unnest($1::text[]) AS uid
  WHERE EXISTS (SELECT 1 FROM trades WHERE order_uid = uid)
    OR EXISTS (SELECT 1 FROM order_invalidations WHERE order_uid = uid)
    OR EXISTS (SELECT 1 FROM presignatures WHERE order_uid = uid)`

/** Returns those of `uids` that have on-chain events. Few new orders do, so one query covers them all. */
export async function listMentionedUids(tx: Transaction, uids: readonly Hex[]): Promise<Hex[]> {
  const rows = await tx.$queryRawUnsafe<{ uid: Hex }[]>(mentionedUids, uids)
  return rows.map(({ uid }) => uid)
}

/**
 * Whether a fill or an invalidation of an order on its own network is indexed. Neither happens without the owner's
 * signature or transaction.
 */
export async function hasFillOrInvalidation(
  tx: Transaction,
  { chainId, uid }: { readonly chainId: number; readonly uid: Hex },
): Promise<boolean> {
  const [row] = await tx.$queryRaw<{ known: boolean }[]>`
    SELECT EXISTS (SELECT FROM trades WHERE order_uid = ${uid} AND chain_id = ${chainId})
      OR EXISTS (SELECT FROM order_invalidations WHERE order_uid = ${uid} AND chain_id = ${chainId})
      AS known`
  return row?.known ?? false
}

/** Returns the uids with a valid presignature, for on-chain and off-chain orders alike. */
export async function listPresignedUids(
  tx: Transaction,
  orders: readonly { readonly uid: Hex; readonly chainId: number }[],
): Promise<Hex[]> {
  const uids = orders.map(({ uid }) => uid)
  const chainIds = orders.map(({ chainId }) => chainId)
  const rows = await tx.$queryRaw<{ uid: Hex }[]>`
    SELECT k.uid FROM unnest(${uids}::text[], ${chainIds}::int[]) AS k (uid, chain_id)
    CROSS JOIN LATERAL (
      SELECT signed FROM presignatures WHERE order_uid = k.uid AND chain_id = k.chain_id
      ORDER BY block_number DESC, log_index DESC LIMIT 1
    ) p WHERE p.signed`
  return rows.map(({ uid }) => uid)
}

function toFacts(row: FactRow): OrderEvents {
  return {
    executedSell: BigInt(row.executed_sell ?? noEvents.executedSell),
    executedBuy: BigInt(row.executed_buy ?? noEvents.executedBuy),
    executedFee: BigInt(row.executed_fee ?? noEvents.executedFee),
    protocolFee: BigInt(row.protocol_fee ?? noEvents.protocolFee),
    networkFee: BigInt(row.network_fee ?? noEvents.networkFee),
    invalidatedBy: (row.invalidated_by ?? undefined) as Address | undefined,
    presigned: row.presigned ?? undefined,
    placed: row.placed,
  }
}
