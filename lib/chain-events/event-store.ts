import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import { Prisma } from '@/prisma/generated/client'
import {
  type ContractEvent,
  type IndexedEvent,
  type KeptToken,
  type Of,
  ofKind,
  type Place,
  placeColumns,
  placeKey,
  selectPlace,
} from './contract-event'
import type { ExecutedFee } from './executed-fee'
import { listIssuedAuctions } from './issued-auction-query'

/** Fees that fills paid beyond the signed ones, by the position of their event (see `placeKey`). */
type ExecutedFees = ReadonlyMap<string, readonly ExecutedFee[]>

/** Stores events of a network and returns those that are new. */
export async function insertEvents(
  tx: Transaction,
  chainId: number,
  { events, fees }: { readonly events: readonly IndexedEvent[]; readonly fees: ExecutedFees },
): Promise<IndexedEvent[]> {
  const inserted = new Set<string>()
  const tables = [
    () => insertTrades(tx, chainId, { trades: ofKind(events, 'trade'), fees }),
    () => insertSettlements(tx, chainId, ofKind(events, 'settlement')),
    () => insertInvalidations(tx, chainId, ofKind(events, 'invalidation')),
    () => insertPresignatures(tx, chainId, ofKind(events, 'presignature')),
    () => insertPlacements(tx, chainId, ofKind(events, 'placement')),
    () => insertRefunds(tx, chainId, ofKind(events, 'refund')),
  ]
  for (const insert of tables) for (const row of await insert()) inserted.add(placeKey(row))
  return events.filter((event) => inserted.has(placeKey(event)))
}

async function insertTrades(
  tx: Transaction,
  chainId: number,
  { trades, fees }: { readonly trades: readonly Of<'trade'>[]; readonly fees: ExecutedFees },
) {
  if (trades.length === 0) return []
  return tx.trade.createManyAndReturn({
    data: trades.map((event) => ({
      ...placeColumns(chainId, event),
      executedFees: [...(fees.get(placeKey(event)) ?? [])],
      orderUid: event.orderUid,
      owner: event.owner,
      sellToken: event.sellToken,
      buyToken: event.buyToken,
      sellAmount: event.sellAmount.toString(),
      buyAmount: event.buyAmount.toString(),
      feeAmount: event.feeAmount.toString(),
      networkFee: event.networkFee?.toString() ?? null,
    })),
    skipDuplicates: true,
    select: selectPlace,
  })
}

/** Only auction ids that we issued count: anyone may append eight bytes to the calldata. */
async function insertSettlements(tx: Transaction, chainId: number, events: Of<'settlement'>[]) {
  if (events.length === 0) return []
  const ids = events.flatMap(({ auctionId }) => (auctionId === undefined ? [] : [auctionId]))
  const ours = await listIssuedAuctions(tx, chainId, ids)
  return tx.settlement.createManyAndReturn({
    data: events.map((event) => ({
      ...placeColumns(chainId, event),
      solver: event.solver,
      auctionId:
        event.auctionId !== undefined && ours.has(event.auctionId) ? event.auctionId : null,
      ...(event.kept ? { kept: event.kept.map(keptJson) } : {}),
    })),
    skipDuplicates: true,
    select: selectPlace,
  })
}

/** Forgets what settlements kept, once the outcomes of their auctions name it. */
export async function forgetKept(
  tx: Transaction,
  settlements: readonly { readonly chainId: number; readonly txHash: string }[],
): Promise<void> {
  const chainIds = settlements.map(({ chainId }) => chainId)
  const hashes = settlements.map(({ txHash }) => txHash)
  await tx.$executeRaw`
    UPDATE settlements s SET kept = NULL
    FROM unnest(${chainIds}::int[], ${hashes}::text[]) AS packed (chain_id, tx_hash)
    WHERE s.chain_id = packed.chain_id AND s.tx_hash = packed.tx_hash`
}

function keptJson({ token, amount, owed }: KeptToken) {
  return { token, amount: String(amount), owed: String(owed) }
}

async function insertInvalidations(tx: Transaction, chainId: number, events: Of<'invalidation'>[]) {
  if (events.length === 0) return []
  return tx.orderInvalidation.createManyAndReturn({
    data: events.map((event) => ({
      ...placeColumns(chainId, event),
      orderUid: event.orderUid,
      sender: event.owner,
    })),
    skipDuplicates: true,
    select: selectPlace,
  })
}

async function insertPresignatures(tx: Transaction, chainId: number, events: Of<'presignature'>[]) {
  if (events.length === 0) return []
  return tx.presignature.createManyAndReturn({
    data: events.map((event) => ({
      ...placeColumns(chainId, event),
      orderUid: event.orderUid,
      owner: event.owner,
      signed: event.signed,
    })),
    skipDuplicates: true,
    select: selectPlace,
  })
}

/** An event removed by a reorg. */
export type DroppedEvent = Place & {
  readonly kind: Exclude<ContractEvent['kind'], 'settlement'>
  readonly blockHash: Hex
  readonly orderUid: Hex
}

/** Deletes the events of blocks above `blockNumber` and returns the deleted order events. */
export async function deleteEventsAbove(
  tx: Transaction,
  chainId: number,
  blockNumber: bigint,
): Promise<DroppedEvent[]> {
  await tx.settlement.deleteMany({ where: { chainId, blockNumber: { gt: blockNumber } } })
  return tx.$queryRaw<DroppedEvent[]>`
    WITH dropped_trades AS (
      DELETE FROM trades WHERE chain_id = ${chainId} AND block_number > ${blockNumber} RETURNING *
    ), dropped_invalidations AS (
      DELETE FROM order_invalidations
      WHERE chain_id = ${chainId} AND block_number > ${blockNumber} RETURNING *
    ), dropped_presignatures AS (
      DELETE FROM presignatures
      WHERE chain_id = ${chainId} AND block_number > ${blockNumber} RETURNING *
    ), dropped_placements AS (
      DELETE FROM order_placements
      WHERE chain_id = ${chainId} AND block_number > ${blockNumber} RETURNING *
    ), dropped_refunds AS (
      DELETE FROM order_refunds
      WHERE chain_id = ${chainId} AND block_number > ${blockNumber} RETURNING *
    )
    SELECT 'trade' AS kind, block_hash AS "blockHash", log_index AS "logIndex",
      order_uid AS "orderUid" FROM dropped_trades
    UNION ALL
    SELECT 'invalidation', block_hash, log_index, order_uid FROM dropped_invalidations
    UNION ALL
    SELECT 'presignature', block_hash, log_index, order_uid FROM dropped_presignatures
    UNION ALL
    SELECT 'placement', block_hash, log_index, order_uid FROM dropped_placements
    UNION ALL
    SELECT 'refund', block_hash, log_index, order_uid FROM dropped_refunds`
}

/** Returns the position of the first invalidation, or placement, of each order on a network. */
export async function listFirstEvents(
  tx: Transaction,
  kind: keyof typeof tablesOfOnce,
  { chainId, uids }: { readonly chainId: number; readonly uids: readonly Hex[] },
): Promise<Place[]> {
  return tx.$queryRaw<Place[]>`
    SELECT DISTINCT ON (order_uid) block_hash AS "blockHash", log_index AS "logIndex"
    FROM ${tablesOfOnce[kind]}
    WHERE chain_id = ${chainId} AND order_uid = ANY(${[...uids]}::text[])
    ORDER BY order_uid, block_number, log_index`
}

/** Event tables in which only the first event of an order counts. */
const tablesOfOnce = {
  invalidation: Prisma.raw('order_invalidations'),
  placement: Prisma.raw('order_placements'),
} as const

/** Stores placements of a network and returns the positions of the new ones. */
async function insertPlacements(
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

/** Stores refunds of a network and returns the positions of the new ones. */
async function insertRefunds(tx: Transaction, chainId: number, events: readonly Of<'refund'>[]) {
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

/** Links trades that were indexed before their order. */
export async function linkTrades(tx: Transaction, uids: readonly Hex[]): Promise<void> {
  await tx.$executeRaw`
    UPDATE trades SET known_uid = order_uid FROM orders
    WHERE order_uid = ANY(${[...uids]}::text[]) AND known_uid IS NULL
      AND orders.uid = order_uid AND orders.chain_id = trades.chain_id`
}
