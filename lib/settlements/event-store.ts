import type { Hex } from '@/lib/core/bytes'
import type { Transaction } from '@/lib/db/database'
import type {
  ContractEvent,
  InvalidationEvent,
  PresignatureEvent,
  SettledEvent,
  TradeEvent,
} from './decode-logs'

/** An event with the time of its block, in Unix seconds, and for settlements the auction it names. */
export type IndexedEvent =
  | ((TradeEvent | InvalidationEvent | PresignatureEvent) & { readonly timestamp: number })
  | (SettledEvent & { readonly timestamp: number; readonly auctionId: bigint | undefined })

type Of<K extends ContractEvent['kind']> = Extract<IndexedEvent, { kind: K }>

/** Stores events of a network and returns those that are new. */
export async function insertEvents(
  tx: Transaction,
  chainId: number,
  events: readonly IndexedEvent[],
): Promise<IndexedEvent[]> {
  const inserted = new Set<string>()
  const tables = [
    () => insertTrades(tx, chainId, ofKind(events, 'trade')),
    () => insertSettlements(tx, chainId, ofKind(events, 'settlement')),
    () => insertInvalidations(tx, chainId, ofKind(events, 'invalidation')),
    () => insertPresignatures(tx, chainId, ofKind(events, 'presignature')),
  ]
  for (const insert of tables) for (const row of await insert()) inserted.add(placeKey(row))
  return events.filter((event) => inserted.has(placeKey(event)))
}

function ofKind<K extends IndexedEvent['kind']>(events: readonly IndexedEvent[], kind: K): Of<K>[] {
  return events.filter((event): event is Of<K> => event.kind === kind)
}

type Place = { readonly blockHash: string; readonly logIndex: number }

const placeKey = ({ blockHash, logIndex }: Place) => `${blockHash} ${logIndex}`

const selectPlace = { blockHash: true, logIndex: true } as const

function placeColumns(chainId: number, event: IndexedEvent) {
  const { blockHash, logIndex, blockNumber, txHash } = event
  return { chainId, blockHash, logIndex, blockNumber, txHash, timestamp: BigInt(event.timestamp) }
}

async function insertTrades(tx: Transaction, chainId: number, events: Of<'trade'>[]) {
  if (events.length === 0) return []
  return tx.trade.createManyAndReturn({
    data: events.map((event) => ({
      ...placeColumns(chainId, event),
      orderUid: event.orderUid,
      owner: event.owner,
      sellToken: event.sellToken,
      buyToken: event.buyToken,
      sellAmount: event.sellAmount.toString(),
      buyAmount: event.buyAmount.toString(),
      feeAmount: event.feeAmount.toString(),
    })),
    skipDuplicates: true,
    select: selectPlace,
  })
}

/** An auction id counts only when it is one of ours: anyone may put eight bytes behind a call. */
async function insertSettlements(tx: Transaction, chainId: number, events: Of<'settlement'>[]) {
  if (events.length === 0) return []
  const ids = events.flatMap(({ auctionId }) => (auctionId === undefined ? [] : [auctionId]))
  const auctions = await tx.auction.findMany({
    where: { chainId, id: { in: ids } },
    select: { id: true },
  })
  const ours = new Set(auctions.map(({ id }) => id))
  return tx.settlement.createManyAndReturn({
    data: events.map((event) => ({
      ...placeColumns(chainId, event),
      solver: event.solver,
      auctionId:
        event.auctionId !== undefined && ours.has(event.auctionId) ? event.auctionId : null,
    })),
    skipDuplicates: true,
    select: selectPlace,
  })
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

/** An event that was taken back. */
export type DroppedEvent = Place & {
  readonly kind: 'trade' | 'invalidation' | 'presignature'
  readonly blockHash: Hex
  readonly orderUid: Hex
}

/** Deletes the events of blocks above `blockNumber` and returns those that were about orders. */
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
    )
    SELECT 'trade' AS kind, block_hash AS "blockHash", log_index AS "logIndex",
      order_uid AS "orderUid" FROM dropped_trades
    UNION ALL
    SELECT 'invalidation', block_hash, log_index, order_uid FROM dropped_invalidations
    UNION ALL
    SELECT 'presignature', block_hash, log_index, order_uid FROM dropped_presignatures`
}

/** The places of the first invalidation of each order on a network. */
export async function listFirstInvalidations(
  tx: Transaction,
  chainId: number,
  uids: readonly Hex[],
): Promise<Place[]> {
  return tx.$queryRaw<Place[]>`
    SELECT DISTINCT ON (order_uid) block_hash AS "blockHash", log_index AS "logIndex"
    FROM order_invalidations
    WHERE chain_id = ${chainId} AND order_uid = ANY(${[...uids]}::text[])
    ORDER BY order_uid, block_number, log_index`
}

/** Marks our settlements that have been mined, whoever waits for them. */
export async function markMined(
  tx: Transaction,
  chainId: number,
  events: readonly IndexedEvent[],
): Promise<void> {
  for (const { txHash, blockNumber } of ofKind(events, 'settlement')) {
    await tx.settlementTransaction.updateMany({
      where: { chainId, txHash, state: { not: 'mined' } },
      data: { state: 'mined', blockNumber, error: null },
    })
  }
}
