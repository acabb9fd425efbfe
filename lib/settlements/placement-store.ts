import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { type Of, type Place, placeColumns, selectPlace } from './event-columns'

/** Stores placements of a network and returns the places of those that are new. */
export async function insertPlacements(
  tx: Transaction,
  chainId: number,
  events: readonly Of<'placement'>[],
) {
  if (events.length === 0) return []
  return tx.orderPlacement.createManyAndReturn({
    data: events.map((event) => ({
      ...placeColumns(chainId, event),
      orderUid: event.orderUid,
      contract: event.contract,
      sender: event.sender,
    })),
    skipDuplicates: true,
    select: selectPlace,
  })
}

/** Stores refunds of a network and returns the places of those that are new. */
export async function insertRefunds(
  tx: Transaction,
  chainId: number,
  events: readonly Of<'refund'>[],
) {
  if (events.length === 0) return []
  return tx.orderRefund.createManyAndReturn({
    data: events.map((event) => ({
      ...placeColumns(chainId, event),
      orderUid: event.orderUid,
      refunder: event.refunder,
    })),
    skipDuplicates: true,
    select: selectPlace,
  })
}

/** The places of the first placement of each order on a network. */
export async function listFirstPlacements(
  tx: Transaction,
  chainId: number,
  uids: readonly Hex[],
): Promise<Place[]> {
  return tx.$queryRaw<Place[]>`
    SELECT DISTINCT ON (order_uid) block_hash AS "blockHash", log_index AS "logIndex"
    FROM order_placements
    WHERE chain_id = ${chainId} AND order_uid = ANY(${[...uids]}::text[])
    ORDER BY order_uid, block_number, log_index`
}
