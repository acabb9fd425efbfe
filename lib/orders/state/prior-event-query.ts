import type { Hex } from '@/lib/core/bytes'
import { gather } from '@/lib/core/group-by'
import { fromDecimal, type Transaction } from '@/lib/db/database'
import type { ChainFact } from '@/lib/notifications/notification-id'
import type { Fill } from '@/lib/notifications/order-notifications'

/** The on-chain event that cancelled an order. */
export type PriorInvalidation = ChainFact & { readonly txHash: Hex }

/** Lists the trades of placed orders on their networks, in chain order, by uid. */
export async function listPriorFills(
  tx: Transaction,
  uids: readonly Hex[],
): Promise<ReadonlyMap<Hex, readonly Fill[]>> {
  const rows = await tx.trade.findMany({
    where: { knownUid: { in: [...uids] } },
    orderBy: [{ blockNumber: 'asc' }, { logIndex: 'asc' }],
  })
  const fills = rows.map((row) => {
    const fill: Fill = {
      blockHash: row.blockHash as Hex,
      logIndex: row.logIndex,
      txHash: row.txHash as Hex,
      sellAmount: fromDecimal(row.sellAmount),
      buyAmount: fromDecimal(row.buyAmount),
      feeAmount: fromDecimal(row.feeAmount),
    }
    return [row.orderUid as Hex, fill] as const
  })
  return gather(fills)
}

/** Returns the invalidations that apply to placed orders on their networks, by uid. */
export async function listPriorInvalidations(
  tx: Transaction,
  uids: readonly Hex[],
): Promise<ReadonlyMap<Hex, PriorInvalidation>> {
  const rows = await tx.$queryRaw<(PriorInvalidation & { uid: Hex })[]>`
    SELECT DISTINCT ON (o.uid) o.uid, i.block_hash AS "blockHash", i.log_index AS "logIndex",
      i.tx_hash AS "txHash"
    FROM orders o JOIN order_invalidations i ON i.order_uid = o.uid AND i.chain_id = o.chain_id
    WHERE o.uid = ANY(${[...uids]}::text[]) AND i.timestamp <= o.true_valid_to
    ORDER BY o.uid, i.block_number, i.log_index`
  return new Map(rows.map(({ uid, ...invalidation }) => [uid, invalidation]))
}
