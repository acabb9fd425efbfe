import type { Transaction } from '@/lib/db/database'
import { type IndexedEvent, ofKind, placeKey } from './contract-event'
import { type DroppedEvent, insertEvents } from './event-store'
import type { ExecutedFee } from './executed-fee'

type Rewrite = {
  readonly chainId: number
  readonly blockNumber: bigint
  /** All events of the block. */
  readonly events: readonly IndexedEvent[]
  /** Fees that its fills paid beyond the signed ones, by position. */
  readonly fees: ReadonlyMap<string, readonly ExecutedFee[]>
}

/**
 * Makes the rows of a block those of its events: deletes rows without an event, inserts missing ones and corrects the fields
 * that an event has. What was derived from a fill that stays (its value, its fees, its place in the affiliate programme)
 * stays too. Returns the order events that were deleted, and the events that were missing.
 */
export async function rewriteBlock(
  tx: Transaction,
  { chainId, blockNumber, events, fees }: Rewrite,
): Promise<{ readonly dropped: DroppedEvent[]; readonly inserted: IndexedEvent[] }> {
  const dropped = await deleteOthers(tx, { chainId, blockNumber, events })
  for (const event of ofKind(events, 'trade')) {
    const { blockHash, logIndex, owner, sellToken, buyToken } = event
    await tx.trade.updateMany({
      where: { chainId, blockHash, logIndex },
      data: {
        ...{ blockNumber, owner, sellToken, buyToken },
        timestamp: BigInt(event.timestamp),
        txHash: event.txHash,
        sellAmount: event.sellAmount.toString(),
        buyAmount: event.buyAmount.toString(),
        feeAmount: event.feeAmount.toString(),
      },
    })
  }
  for (const { blockHash, logIndex, solver, txHash, timestamp } of ofKind(events, 'settlement')) {
    const data = { blockNumber, solver, txHash, timestamp: BigInt(timestamp) }
    await tx.settlement.updateMany({ where: { chainId, blockHash, logIndex }, data })
  }
  const known = await deleteRebuilt(tx, chainId, blockNumber)
  const inserted = await insertEvents(tx, chainId, { events, fees })
  return { dropped, inserted: inserted.filter((event) => !known.has(placeKey(event))) }
}

/** Deletes the rows of a block that none of its events has. */
async function deleteOthers(
  tx: Transaction,
  { chainId, blockNumber, events }: Omit<Rewrite, 'fees'>,
): Promise<DroppedEvent[]> {
  // A row of another kind, or about another order, at the place of an event is none of it either.
  const kept = new Set(
    events.map((event) =>
      [event.kind, placeKey(event), 'orderUid' in event ? event.orderUid : ''].join(' '),
    ),
  )
  const rows = await tx.$queryRaw<(Omit<DroppedEvent, 'kind'> & { readonly kind: string })[]>`
    SELECT 'trade' AS kind, block_hash AS "blockHash", log_index AS "logIndex", order_uid AS "orderUid"
    FROM trades WHERE chain_id = ${chainId} AND block_number = ${blockNumber}
    UNION ALL
    SELECT 'settlement', block_hash, log_index, ''
    FROM settlements WHERE chain_id = ${chainId} AND block_number = ${blockNumber}
    UNION ALL
    SELECT 'invalidation', block_hash, log_index, order_uid
    FROM order_invalidations WHERE chain_id = ${chainId} AND block_number = ${blockNumber}
    UNION ALL
    SELECT 'presignature', block_hash, log_index, order_uid
    FROM presignatures WHERE chain_id = ${chainId} AND block_number = ${blockNumber}
    UNION ALL
    SELECT 'placement', block_hash, log_index, order_uid
    FROM order_placements WHERE chain_id = ${chainId} AND block_number = ${blockNumber}
    UNION ALL
    SELECT 'refund', block_hash, log_index, order_uid
    FROM order_refunds WHERE chain_id = ${chainId} AND block_number = ${blockNumber}`
  const others = rows.filter((row) => !kept.has([row.kind, placeKey(row), row.orderUid].join(' ')))
  for (const { kind, blockHash, logIndex } of others) {
    const where = { chainId, blockHash, logIndex }
    if (kind === 'trade') await tx.trade.deleteMany({ where })
    if (kind === 'settlement') await tx.settlement.deleteMany({ where })
    if (kind === 'invalidation') await tx.orderInvalidation.deleteMany({ where })
    if (kind === 'presignature') await tx.presignature.deleteMany({ where })
    if (kind === 'placement') await tx.orderPlacement.deleteMany({ where })
    if (kind === 'refund') await tx.orderRefund.deleteMany({ where })
  }
  return others.filter((row): row is DroppedEvent => row.kind !== 'settlement')
}

/** Deletes the rows of a block that hold nothing but their event, and returns their places. */
async function deleteRebuilt(
  tx: Transaction,
  chainId: number,
  blockNumber: bigint,
): Promise<ReadonlySet<string>> {
  const rows = await tx.$queryRaw<{ blockHash: string; logIndex: number }[]>`
    WITH a AS (
      DELETE FROM order_invalidations
      WHERE chain_id = ${chainId} AND block_number = ${blockNumber} RETURNING block_hash, log_index
    ), b AS (
      DELETE FROM presignatures
      WHERE chain_id = ${chainId} AND block_number = ${blockNumber} RETURNING block_hash, log_index
    ), c AS (
      DELETE FROM order_placements
      WHERE chain_id = ${chainId} AND block_number = ${blockNumber} RETURNING block_hash, log_index
    ), d AS (
      DELETE FROM order_refunds
      WHERE chain_id = ${chainId} AND block_number = ${blockNumber} RETURNING block_hash, log_index
    )
    SELECT block_hash AS "blockHash", log_index AS "logIndex" FROM a
    UNION ALL SELECT block_hash, log_index FROM b
    UNION ALL SELECT block_hash, log_index FROM c
    UNION ALL SELECT block_hash, log_index FROM d`
  return new Set(rows.map(placeKey))
}
